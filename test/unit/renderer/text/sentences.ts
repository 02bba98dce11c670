/** The sentences of a catalog by their whole key, for example `lock.unsent_one`. */
export type Sentences = ReadonlyMap<string, string>;

/** Returns the sentences of a catalog, which is a tree of texts. */
export function listSentences(catalog: object, before = ''): Sentences {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(catalog) as [string, string | object][]) {
    if (typeof value === 'string') found.set(`${before}${key}`, value);
    else for (const [each, text] of listSentences(value, `${before}${key}.`)) found.set(each, text);
  }
  return found;
}

const PLURAL_FORM = /_(zero|one|two|few|many|other)$/;

/** Returns the key without its plural form: `lock.unsent` of `lock.unsent_one`. */
export function removePluralForm(key: string): string {
  return key.replace(PLURAL_FORM, '');
}

/** Returns the keys whose sentence depends on a count, without their plural forms. */
export function listCountedKeys(sentences: Sentences): readonly string[] {
  return [...sentences.keys()].filter((key) => key.endsWith('_other')).map(removePluralForm);
}

/** Returns the plural forms that a language needs and a catalog lacks, for the sentences that are counted in English. */
export function listMissingPluralForms(
  translated: Sentences,
  english: Sentences,
  language: string,
): readonly string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return listCountedKeys(english)
    .flatMap((key) => forms.map((form) => `${key}_${form}`))
    .filter((key) => !translated.has(key));
}

/** Returns the placeholders of a sentence with their formats, for example `count, number`. */
export function listPlaceholders(text: string): readonly string[] {
  return [...text.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name = '']) => name.trim());
}

/**
 * Returns the sentences whose placeholders are not those of the English one. A plural form may say the count in words,
 * or leave it out.
 */
export function listWrongPlaceholders(translated: Sentences, english: Sentences): readonly string[] {
  return [...translated.keys()].filter((key) => {
    const base = removePluralForm(key);
    const wanted = [...english]
      .filter(([each]) => each === key || (key !== base && removePluralForm(each) === base))
      .flatMap(([, text]) => listPlaceholders(text));
    const given = listPlaceholders(translated.get(key) ?? '');
    const required = wanted.filter((name) => key === base || !name.startsWith('count'));
    return given.some((name) => !wanted.includes(name)) || required.some((name) => !given.includes(name));
  });
}
