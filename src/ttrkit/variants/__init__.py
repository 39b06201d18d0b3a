"""The editions, one module each: numbers, a board file and a list of parts."""
