"""The shop as a site: pages for a person or a browser, the same texts as the text mode."""
