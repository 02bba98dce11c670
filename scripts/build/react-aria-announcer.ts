import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ANNOUNCER = /\/react-aria\/dist\/private\/live-announcer\/LiveAnnouncer\.mjs$/;
const EMPTYING = /\.innerHTML = ''/g;

/**
 * The announcer of React Aria empties its log by `innerHTML`, which the page's policy refuses, also for an empty text. The fields of
 * a date do so after each key.
 */
export function reactAriaAnnouncer(): Plugin {
  return {
    name: 'react-aria-announcer',
    load: {
      filter: { id: ANNOUNCER },
      handler(id) {
        const code = readFileSync(id, 'utf8');
        if (!EMPTYING.test(code)) throw new Error(`${id} does not empty its log by innerHTML any more`);
        return code.replaceAll(EMPTYING, '.replaceChildren()');
      },
    },
  };
}
