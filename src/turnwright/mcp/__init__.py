"""The games as tools of the Model Context Protocol, for language models and other programs.

`guests` keeps the games of those who play, by the rules for programs outside; `server` offers it as tools.
"""
