import type { Plugin } from 'vite';

/** The sentences of an assumption, each a property with one literal. */
const SENTENCE = /^ +(?:open|assumed):\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),\n/gm;

/** Removes the sentences of `preload/contract/assumptions.ts` from its text; the values stay. */
export function removeAssumptionSentences(code: string): string {
  return code.replaceAll(SENTENCE, '');
}

/** Leaves the sentences of the assumptions out of the page, which needs some of their values and is read at every start. */
export function assumptionValues(): Plugin {
  return {
    name: 'assumption-values',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/preload\/contract\/assumptions\.ts$/ },
      handler: (code) => ({ code: removeAssumptionSentences(code), map: null }),
    },
  };
}
