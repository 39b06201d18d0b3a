"""The built-in editions, one module each: its numbers, its board and its list of rule parts."""
