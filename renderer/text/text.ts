import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { englishTexts } from './en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof englishTexts };
  }
}

const instance = i18next.createInstance();
void instance.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: englishTexts } },
  initAsync: false,
  // React escapes what it shows; escaping twice would show `&amp;` in names.
  interpolation: { escapeValue: false },
});

/** Returns the string of a typed key, for code outside of components. */
export const translate = instance.t;
export type TextFunction = typeof translate;

/** Hook that returns a string by its typed key. */
export function useText(): TextFunction {
  return useTranslation('translation', { i18n: instance }).t;
}
