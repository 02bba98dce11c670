import { describe, expect, it } from 'vitest';
import { chooseLanguage, chooseLocale, getLanguageOfLocale, getTextDirection } from '#contract/languages.ts';

describe('the language', () => {
  it.each([
    ['the most wanted one of the system', ['de-AT', 'en'], 'de'],
    ['the next one where the first has no catalog', ['fr-FR', 'ar-EG', 'de'], 'ar'],
    ['English where none has a catalog', ['fr', 'ja-JP'], 'en'],
    ['English where the system names none', [], 'en'],
    ['no other language whose tag begins alike', ['den', 'arn-CL'], 'en'],
    ['English for texts that are no tags', ['C', '', 'de de'], 'en'],
    ['that of a POSIX name', ['de_CH.UTF-8'], 'de'],
  ] as const)('is %s', (_what, preferred, language) => {
    expect(chooseLanguage('system', preferred)).toBe(language);
  });

  it('is the chosen one, whatever the system prefers', () => {
    expect(chooseLanguage('en', ['de-DE'])).toBe('en');
    expect(chooseLanguage('ar', ['de-DE'])).toBe('ar');
  });
});

describe('the locale', () => {
  it.each([
    ['de', 'de-AT', 'de-AT'],
    ['de', 'en-US', 'de-US'],
    ['en', 'zh-Hant-TW', 'en-TW'],
    ['ar', 'ar_EG', 'ar-EG-u-ca-gregory-nu-latn'],
    ['ar', null, 'ar-u-ca-gregory-nu-latn'],
    ['en', null, 'en-GB'],
    ['en', 'C', 'en-GB'],
    ['de', 'en', 'de'],
    ['en', 'es-419', 'en-419'],
  ] as const)('of %s on a system with the formats of %s is %s', (language, systemLocale, locale) => {
    expect(chooseLocale(language, systemLocale)).toBe(locale);
    expect(() => new Intl.DateTimeFormat(locale)).not.toThrow();
    expect(getLanguageOfLocale(locale)).toBe(language);
  });

  it('has the digits and the calendar of ids and PDFs in Arabic, whatever the region', () => {
    const format = new Intl.DateTimeFormat(chooseLocale('ar', 'ar-EG'), {
      dateStyle: 'short',
      timeZone: 'UTC',
    });
    expect(format.format(0).replaceAll('\u200F', '')).toBe('1/1/1970');
    expect(new Intl.NumberFormat(chooseLocale('ar', 'ar-EG')).format(1234)).toContain('234');
  });

  it('is written from right to left in Arabic only', () => {
    expect([getTextDirection('ar'), getTextDirection('de'), getTextDirection('en')]).toEqual([
      'rtl',
      'ltr',
      'ltr',
    ]);
  });
});
