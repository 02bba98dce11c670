import i18next from 'i18next';
import { englishTexts } from './en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof englishTexts };
  }
}

const instance = i18next.createInstance();
void instance.init({
  lng: 'en',
  resources: { en: { translation: englishTexts } },
  initAsync: false,
  // React escapes what it shows; escaping twice would show `&amp;` in names.
  interpolation: { escapeValue: false },
});

/** Returns the string of a typed key, for code outside of components. */
export const translate = instance.t;
export type TextFunction = typeof translate;

/**
 * Hook that returns a string by its typed key. There is one language, so no component watches for another: a watch in
 * every component makes a page slow to draw.
 */
export function useText(): TextFunction {
  return translate;
}
