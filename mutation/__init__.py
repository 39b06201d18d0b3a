"""Mutants: small faults put into the sources on purpose, to see whether the tests notice."""
