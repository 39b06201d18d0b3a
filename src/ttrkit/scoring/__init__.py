"""From a state to points: tickets, the longest route, score sheets, winners."""
