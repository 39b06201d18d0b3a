"""Environments for PettingZoo, Gymnasium and OpenSpiel; each needs its extra."""
