import type { Plugin } from 'vite';
import { LANGUAGES } from '../../preload/contract/languages.ts';

/** The strings of a library's component in one locale, for example `.../intl/menu/de-DE.mjs`. */
const STRINGS = /\/react-aria(?:-components)?\/dist\/private\/intl\/(?:.*\/)?([a-z]{2})-[A-Z]{2}\.mjs$/;

/**
 * React Aria brings its own strings in 34 languages, all of them in the first bundle. Those of languages without a
 * catalog of the page are never shown, so the English ones stand for them.
 */
export function reactAriaLanguages(): Plugin {
  const shown: readonly string[] = LANGUAGES;
  return {
    name: 'react-aria-languages',
    load: {
      filter: { id: STRINGS },
      handler(id) {
        const [, language = ''] = STRINGS.exec(id) ?? [];
        return shown.includes(language) ? null : "export { default } from './en-US.mjs';";
      },
    },
  };
}
