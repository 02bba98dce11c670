/** A catalog: strings by name, in groups. */
export interface Catalog {
  readonly [name: string]: string | Catalog | undefined;
}

/** What is put into a string, by the names of its placeholders. */
export type PlaceholderValues = Readonly<Record<string, string | number | null | undefined>>;

/** The strings of a language by their whole keys, for example `screen.forms`. */
export type StringsByKey = ReadonlyMap<string, string>;

interface TranslatorOptions {
  /** For example `de-AT`: the format of the numbers. */
  readonly locale: string;
  /** What is searched for a string, one after the other. */
  readonly catalogs: readonly { readonly language: string; readonly strings: StringsByKey }[];
  /** Called with each value before it is put into a string. */
  readonly escape: (value: string) => string;
}

/** A placeholder, for example `{{name}}`, or `{{count, number}}` for a number in the format of the locale. */
const PLACEHOLDER = /\{\{(\w+)(?:, (number))?\}\}/g;

function* iterateStrings(catalog: Catalog, prefix: string): Generator<readonly [string, string]> {
  for (const [name, text] of Object.entries(catalog)) {
    if (typeof text === 'string') yield [`${prefix}${name}`, text];
    else if (text !== undefined) yield* iterateStrings(text, `${prefix}${name}.`);
  }
}

/** Returns the strings of a catalog by their whole keys. */
export function toStrings(catalog: Catalog): StringsByKey {
  return new Map(iterateStrings(catalog, ''));
}

/** Returns the formatter of `create`, which is called when the first value is formatted: the first ones of a program take 10 ms. */
function createLater<T>(create: () => T): () => T {
  let created: T | null = null;
  return () => (created ??= create());
}

/**
 * Creates the function that returns the string of a key: of the first catalog that has it, in the plural form of a value
 * `count`. A key that no catalog has is returned as it is.
 */
export function createTranslator({ locale, catalogs, escape }: TranslatorOptions) {
  const getNumbers = createLater(() => new Intl.NumberFormat(locale));
  const searched = catalogs.map(({ language, strings }) => ({
    strings,
    getPlurals: createLater(() => new Intl.PluralRules(language)),
  }));

  function find(key: string, count: unknown): string {
    for (const { strings, getPlurals } of searched) {
      const form =
        typeof count === 'number' ? strings.get(`${key}_${getPlurals().select(count)}`) : undefined;
      // A catalog may have a sentence for none, whatever the plural forms of its language.
      const none = count === 0 ? strings.get(`${key}_zero`) : undefined;
      const found = none ?? form ?? strings.get(key);
      if (found !== undefined) return found;
    }
    return key;
  }

  return (key: string, values?: PlaceholderValues): string => {
    const found = find(key, values?.['count']);
    if (values === undefined) return found;
    return found.replaceAll(PLACEHOLDER, (_whole, name: string, format?: string) => {
      const value = values[name];
      const isNumber = format === 'number' && typeof value === 'number';
      return escape(isNumber ? getNumbers().format(value) : String(value ?? ''));
    });
  };
}
