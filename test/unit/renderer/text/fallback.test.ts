import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderHook } from '@testing-library/react';
import type * as arabic from '#renderer/text/ar/index.ts';
import { toEpochMs } from '#contract/time.ts';

const GERMAN = '#renderer/text/de/index.ts';
const ARABIC = '#renderer/text/ar/index.ts';

// Test files share their modules: the modules that know this catalog are loaded again before it, and forgotten after it.
vi.resetModules();
/** A German catalog that lacks nearly everything. */
vi.doMock(GERMAN, () => ({
  germanTexts: {
    screen: { forms: 'Formulare' },
    lock: { unsent_one: 'Eine Änderung' },
    count: { forms_one: '{{shown}} Formular', forms_other: '{{shown}} Formulare' },
    error: { offline: 'Nicht erreichbar.' },
  },
}));
let isArabicReadable = false;
vi.doMock(ARABIC, async (importActual) => {
  const actual = await importActual<typeof arabic>();
  return {
    get arabicTexts() {
      if (!isArabicReadable) throw new Error('the file of the catalog is missing');
      return actual.arabicTexts;
    },
  };
});
const { getErrorSentence, joinTexts, switchPageToLocale, translate } = await import('#renderer/text/text.ts');
const { useTextsOfChosenLanguage } = await import('#renderer/text/first-text.ts');
const { createDateFormat, formatCount, formatWithOneDecimal } = await import('#renderer/ui/format.ts');

afterAll(() => {
  vi.doUnmock(GERMAN);
  vi.doUnmock(ARABIC);
  vi.resetModules();
});
afterEach(async () => switchPageToLocale('en-GB'));

describe('a sentence that a catalog lacks', () => {
  it('is shown in English, never as a key', async () => {
    await switchPageToLocale('de-DE');
    expect(translate('screen.forms')).toBe('Formulare');
    expect(translate('screen.requisitions')).toBe('Requisitions');
    expect(translate('failure.crashTitle')).toBe('This part of the window stopped working.');
  });

  it('is shown in English also where only one of its plural forms is missing', async () => {
    await switchPageToLocale('de-DE');
    expect(translate('lock.unsent', { count: 1 })).toBe('Eine Änderung');
    expect(translate('lock.unsent', { count: 1200 })).toBe(
      '1.200 changes have not been sent yet. They are kept on this computer.',
    );
  });

  it('is shown in English for an error as well', async () => {
    await switchPageToLocale('de-DE');
    expect(getErrorSentence({ code: 'offline' })).toBe('Nicht erreichbar.');
    expect(getErrorSentence({ code: 'timeout', serverWords: 'busy' })).toBe(
      'The service took too long to answer. Try again in a moment. It said: busy',
    );
  });
});

describe('a catalog that cannot be loaded', () => {
  const reported: unknown[] = [];
  beforeEach(() => {
    vi.stubGlobal('reportError', (thrown: unknown) => reported.push(thrown));
    return () => vi.unstubAllGlobals();
  });

  it('leaves the page in English, with the formats of the region, and says which language is missing', async () => {
    reported.length = 0;
    await switchPageToLocale('ar-AT');
    expect(translate('screen.forms')).toBe('Forms');
    expect(document.documentElement).toMatchObject({ lang: 'en-AT', dir: 'ltr' });
    const { result } = renderHook(() => useTextsOfChosenLanguage());
    expect(result.current).toMatchObject({
      locale: 'en-AT',
      unshown: { language: 'ar', why: 'catalog' },
    });
    expect(reported).toHaveLength(1);
  });

  it('is no longer missed once another language is chosen', async () => {
    await switchPageToLocale('ar');
    await switchPageToLocale('de');
    const { result } = renderHook(() => useTextsOfChosenLanguage());
    expect(result.current).toMatchObject({ locale: 'de', unshown: null });
    expect(translate('screen.forms')).toBe('Formulare');
  });
});

describe('the locale of the page', () => {
  it('decides about lists, numbers and dates', async () => {
    const at = toEpochMs(Date.parse('2026-03-12T14:05Z'));
    const format = () => [
      joinTexts(['a', 'b', 'c']),
      formatCount(12_500),
      formatWithOneDecimal(1250),
      createDateFormat('UTC').dateTime(at),
      createDateFormat('UTC').wholeDay(at),
    ];
    expect(format()).toEqual([
      'a, b and c',
      '12,500',
      '1,250.0',
      '12 Mar 2026, 14:05',
      'Thursday, 12 March 2026',
    ]);
    await switchPageToLocale('en-US');
    expect(format()).toEqual([
      'a, b, and c',
      '12,500',
      '1,250.0',
      'Mar 12, 2026, 02:05 PM',
      'Thursday, March 12, 2026',
    ]);
    await switchPageToLocale('de-DE');
    expect(format()).toEqual([
      'a, b und c',
      '12.500',
      '1.250,0',
      '12. März 2026, 14:05',
      'Donnerstag, 12. März 2026',
    ]);
  });

  it('is that of the page’s element, with its direction', async () => {
    isArabicReadable = true;
    await switchPageToLocale('ar-EG');
    expect(document.documentElement).toMatchObject({ lang: 'ar-EG', dir: 'rtl' });
    await switchPageToLocale('de');
    expect(document.documentElement).toMatchObject({ lang: 'de', dir: 'ltr' });
  });

  it('is the one that was chosen last, however long a catalog takes', async () => {
    await Promise.all([switchPageToLocale('de'), switchPageToLocale('en-GB')]);
    expect(document.documentElement.lang).toBe('en-GB');
    expect(translate('screen.forms')).toBe('Forms');
  });
});
