"""Learning an evaluation's weights from games: play, label, fit, and let matches decide whether it is better."""
