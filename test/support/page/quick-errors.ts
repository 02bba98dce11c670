import { configure, getConfig, prettyDOM } from '@testing-library/dom';

/** The library's own mark of a check that a wait makes; its types leave it out. */
interface Waits {
  readonly _disableExpensiveErrorDiagnostics?: boolean;
}

/** Most checks of a wait fail, and the library prints the whole page for each. Here it is printed for the last one only. */
configure({
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isRepeated = false } = getConfig() as Waits;
    const error = new Error(isRepeated ? (message ?? '') : `${message}\n\n${prettyDOM(container)}`);
    error.name = 'TestingLibraryElementError';
    return error;
  },
});
