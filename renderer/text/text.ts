import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { en } from './en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

const instance = i18next.createInstance();
void instance.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: en } },
  initAsync: false,
  // React escapes what it shows; escaping twice would show `&amp;` in names.
  interpolation: { escapeValue: false },
});

/** Returns the string of a typed key, for code outside of components. */
export const translate = instance.t;
export type Text = typeof translate;

/** Hook that returns a string by its typed key. */
export function useText(): Text {
  return useTranslation('translation', { i18n: instance }).t;
}
