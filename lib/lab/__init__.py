"""One world: actions, runner, live bus. `Lab.do(action)` is the only way anything changes."""
