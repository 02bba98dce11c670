type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type PluralKey<Key> = Key extends `${infer Base}_other` ? `${Base}_${PluralCategory}` : never;

/**
 * A catalog of another language: the keys of the English one, each of them optional, with every plural form that a
 * language may have. English is shown for a sentence that is missing.
 */
export type Translation<English> = {
  readonly [Key in keyof English | PluralKey<keyof English>]?: Key extends keyof English
    ? English[Key] extends string
      ? string
      : Translation<English[Key]>
    : string;
};

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;

/** The keys of a catalog without plural forms, for example `menu.file`. */
export type TextKey<Texts, Before extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Before}${WithoutPlural<Key>}`
    : TextKey<Texts[Key], `${Before}${Key}.`>;
}[keyof Texts & string];
