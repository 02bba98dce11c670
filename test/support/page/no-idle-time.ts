/** The DOM of the tests knows no idle time. A page under test reads the code of a screen when it is needed. */
globalThis.requestIdleCallback = () => 0;
