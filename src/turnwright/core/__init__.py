"""The foundation that every game, agent and tool uses."""
