"""What every game, agent and tool stands on."""
