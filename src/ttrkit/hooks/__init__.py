"""The contract between engine and rules: read this first to write a rule of your own."""
