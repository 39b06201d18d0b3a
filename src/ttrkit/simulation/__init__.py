"""Many games between bots, on all cores or any executor, and the report on them."""
