"""From a state to what a seat may know of it, and back to a state that could be."""
