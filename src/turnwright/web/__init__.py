"""The web app: play, watch, analyse and replay in the browser, and the same by HTTP.

`app` puts the parts together and `server` runs it. `routes` is where requests come in, `schemas` what they and their
answers look like, `boards` what each game adds, `page` what the browser gets, without a build step.
"""
