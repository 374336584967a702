# The two commands. Both install what is missing first (minutes on a fresh machine with rustup, seconds afterwards).

.PHONY: serve test

# Builds the page and serves it on this machine; the last line is its address. PORT=8080 to choose another port.
serve:
	@bash .ci/serve

# Everything that must hold: formatting, lints, tests of the core, documentation, the page in a browser, sizes.
test:
	@bash .ci/test
