"""HTTP routes, who may use them and how often, and the files of the web app."""
