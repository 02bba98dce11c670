import { describe, expect, it } from 'vitest';
import { computerCheckTexts as arabicCheckTexts } from '#contract/text/ar/computer-check.ts';
import { mainProcessTexts as arabicSystemTexts } from '#contract/text/ar/system.ts';
import { computerCheckTexts as germanCheckTexts } from '#contract/text/de/computer-check.ts';
import { mainProcessTexts as germanSystemTexts } from '#contract/text/de/system.ts';
import { computerCheckTexts as englishCheckTexts } from '#contract/text/en/computer-check.ts';
import { mainProcessTexts as englishSystemTexts } from '#contract/text/en/system.ts';
import { arabicTexts } from '#renderer/text/ar/index.ts';
import { germanTexts } from '#renderer/text/de/index.ts';
import { englishTexts } from '#renderer/text/en/index.ts';
import {
  listMissingPluralForms,
  listSentences,
  listWrongPlaceholders,
  removePluralForm,
  type Sentences,
} from './sentences.ts';

/** Names and signs that are the same in German, and words that German and English share. At most 40. */
const SAME_IN_GERMAN: readonly string[] = [
  // Names of programs, formats and units.
  'Intray',
  '{{screen}} – Intray',
  'Electron',
  'JWT',
  'PIN',
  'PDF',
  '{{count, number}} PDF',
  '{{count, number}} PDFs',
  '{{amount}} kB',
  '{{amount}} MB',
  // Placeholders and signs alone.
  '{{percent}} %',
  '+{{count, number}}',
  '{{shown}}+',
  '{{place}}.',
  '{{name}}: {{risk}}',
  '{{action}}: {{title}}',
  '{{type}} ({{count, number}})',
  '{{asked}}, {{age}}',
  '{{tried}}, {{attempts}}',
  '{{kind}}: {{name}}',
  '{{action}} ({{of}})',
  '{{ahead}}; {{asked}}',
  // Words of both languages.
  'Code',
  'Name',
  'Navigation',
  'Offline',
  'Passphrase',
  'Patient',
  'Person',
  'Status',
  'Status: {{status}}',
  'Text',
  'Updates',
  'Version',
];

/** Names, placeholders and signs that are the same in Arabic. At most 40. */
const SAME_IN_ARABIC: readonly string[] = [
  'Intray',
  '{{screen}} – Intray',
  '{{percent}} %',
  '+{{count, number}}',
  '{{place}}.',
  '{{action}}: {{title}}',
  '{{type}} ({{count, number}})',
  '{{kind}}: {{name}}',
  '{{action}} ({{of}})',
  '{{name}}: {{risk}}',
  // Keys, as Arabic keyboards name them.
  'Ctrl',
  'Shift',
  'Enter',
  'Insert',
  'Delete',
  'Backspace',
  'Home',
  'End',
];

/** Each language: its catalog of the page, that of the main process, and what is the same in English. */
const TRANSLATIONS = [
  {
    language: 'de',
    page: germanTexts,
    system: { ...germanSystemTexts, check: germanCheckTexts },
    same: SAME_IN_GERMAN,
  },
  {
    language: 'ar',
    page: arabicTexts,
    system: { ...arabicSystemTexts, check: arabicCheckTexts },
    same: SAME_IN_ARABIC,
  },
] as const;

const CATALOGS = TRANSLATIONS.flatMap(({ language, page, system, same }) => [
  { language, process: 'page', texts: listSentences(page), english: listSentences(englishTexts), same },
  {
    language,
    process: 'main process',
    texts: listSentences(system),
    english: listSentences({ ...englishSystemTexts, check: englishCheckTexts }),
    same,
  },
]);

/** Returns the keys of a catalog without plural forms, by name. */
function listKeys(sentences: Sentences): readonly string[] {
  return [...new Set([...sentences.keys()].map(removePluralForm))].toSorted();
}

describe.each(CATALOGS)('the catalog $language of the $process', ({ language, texts, english, same }) => {
  it('has every sentence of the English one, and no other', () => {
    expect(listKeys(texts)).toEqual(listKeys(english));
  });

  it('has every plural form of its language', () => {
    expect(listMissingPluralForms(texts, english, language)).toEqual([]);
  });

  it('has the placeholders of the English sentences', () => {
    expect(listWrongPlaceholders(texts, english)).toEqual([]);
  });

  it('has no English sentence but what both languages share', () => {
    const unchanged = [...texts].filter(([key, text]) => english.get(key) === text && !same.includes(text));
    expect(unchanged).toEqual([]);
  });
});

describe.each(TRANSLATIONS)('what $language shares with English', ({ page, system, same }) => {
  it('is at most 40 texts, each of them in use', () => {
    const used = new Set([...listSentences(page).values(), ...listSentences(system).values()]);
    expect(same.filter((text) => !used.has(text))).toEqual([]);
    expect(same.length).toBeLessThanOrEqual(40);
  });
});

it.each([
  { texts: englishTexts, name: 'English', says: 'Intray closes' },
  { texts: germanTexts, name: 'German', says: 'Beenden von Intray' },
  { texts: arabicTexts, name: 'Arabic', says: 'إغلاق Intray' },
])(
  'The $name error about a missing keychain says until when something is stored as the banner does',
  ({ texts, says }) => {
    for (const text of [texts.error['keychain-unavailable'], texts.banner.memory])
      expect(text).toContain(says);
  },
);

it.each([
  { texts: englishTexts, name: 'English', forms: /\bforms?\b/i },
  { texts: germanTexts, name: 'German', forms: /formular/i },
  { texts: arabicTexts, name: 'Arabic', forms: /نموذج|نماذج/ },
])('The $name texts about an address and an export say the same as the others', ({ texts, forms }) => {
  // A host name is enough: the connection is always https.
  const { baseUrlHelp, wrong, welcomeHint } = texts.account;
  for (const text of [baseUrlHelp, wrong.baseUrl]) {
    expect(text).toContain('clinic.example.org');
    expect(text).not.toContain('https://');
  }
  expect(welcomeHint.match(/[.](?= |$)/g)).toHaveLength(2);
  // A form is a clinical form.
  expect(texts.transfer.exportLead).not.toMatch(forms);
});
