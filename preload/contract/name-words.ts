/** Splits a list of words. */
function listWords(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/**
 * Words beside names in documents, in English, German and Arabic, in lower case and without a full stop: what they say of a name
 * is assumed in `name-assumptions.ts`.
 */
export const WORDS_BESIDE_NAMES = {
  /** Forms of address that are no part of a name and no name. */
  formsOfAddress: listWords('herr herrn hr hrn frau fräulein mr mrs ms miss mx'),
  /** Words before a name that may be forms of address or given names. */
  unclearFormsOfAddress: listWords('السيد السيدة الآنسة الحاج الحاجة الشيخ'),
  /** Titles of doctors and others who are seldom the patient of whom a document speaks. */
  titles: listWords(`dr drs doctor doktor prof professor pd dipl sir rev
    د أ م أد الدكتور الدكتورة دكتور دكتورة الأستاذ الأستاذة أستاذ أستاذة البروفيسور البروفيسورة المهندس المهندسة`),
  /** Names, and words after names, that are commonly abbreviated to these letters; others have no vowel, or one letter. */
  abbreviations:
    listWords(`abr alb alex alf and ant aug ben benj bern cath chas cor dan dav edw elis eliz emil ern ferd franc fred
    friedr geo gg gust heinr herm jac jak jas joach joh jon jos jun kath leop lor magd marg mart matth mich nic nik nor osw pet
    reg rich rob robt rud sam sen seb sim soph steph theod thos tim urs val vinc wilh zach`),
  /** Words with which a sentence begins, and no name. */
  sentenceBeginnings: listWords(`the this that please you your it she they our there now no not
    der die das dieser diese dieses bitte sie ihr ihre wir ein eine nun jetzt kein keine siehe`),
} as const;
