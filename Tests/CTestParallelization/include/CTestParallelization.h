// Nothing to call: the limit is set when the tests are loaded.
