type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
/** A counted noun in the six plural forms of Arabic; the forms from three on contain the number. */
export type CountedNoun = Readonly<Record<PluralForm, string>>;

const COUNT = '{{count, number}}';

/**
 * Returns the forms of a noun.
 * @param one with the numeral, for example «one form»
 * @param two the dual in the nominative case
 * @param few the plural, after 3 to 10
 * @param many the singular in the accusative case, after 11 to 99
 * @param other the singular, after 100 and after 0
 */
function createNoun(
  ...[one, two, few, many, other]: readonly [string, string, string, string, string]
): CountedNoun {
  return {
    zero: `${COUNT} ${other}`,
    one,
    two,
    few: `${COUNT} ${few}`,
    many: `${COUNT} ${many}`,
    other: `${COUNT} ${other}`,
  };
}

/** The counted nouns of the texts. */
export const ARABIC_COUNTED_NOUNS = {
  account: createNoun('حساب واحد', 'حسابان', 'حسابات', 'حسابًا', 'حساب'),
  appointment: createNoun('موعد واحد', 'موعدان', 'مواعيد', 'موعدًا', 'موعد'),
  center: createNoun('مركز واحد', 'مركزان', 'مراكز', 'مركزًا', 'مركز'),
  change: createNoun('تغيير واحد', 'تغييران', 'تغييرات', 'تغييرًا', 'تغيير'),
  character: createNoun('حرف واحد', 'حرفان', 'أحرف', 'حرفًا', 'حرف'),
  completionRequest: createNoun('طلب تعبئة واحد', 'طلبا تعبئة', 'طلبات تعبئة', 'طلب تعبئة', 'طلب تعبئة'),
  day: createNoun('يوم واحد', 'يومان', 'أيام', 'يومًا', 'يوم'),
  entry: createNoun('إدخال واحد', 'إدخالان', 'إدخالات', 'إدخالًا', 'إدخال'),
  field: createNoun('حقل واحد', 'حقلان', 'حقول', 'حقلًا', 'حقل'),
  file: createNoun('ملف واحد', 'ملفان', 'ملفات', 'ملفًا', 'ملف'),
  form: createNoun('نموذج واحد', 'نموذجان', 'نماذج', 'نموذجًا', 'نموذج'),
  group: createNoun('مجموعة واحدة', 'مجموعتان', 'مجموعات', 'مجموعة', 'مجموعة'),
  id: createNoun('معرّف واحد', 'معرّفان', 'معرّفات', 'معرّفًا', 'معرّف'),
  line: createNoun('سطر واحد', 'سطران', 'أسطر', 'سطرًا', 'سطر'),
  message: createNoun('رسالة واحدة', 'رسالتان', 'رسائل', 'رسالة', 'رسالة'),
  minute: createNoun('دقيقة واحدة', 'دقيقتان', 'دقائق', 'دقيقة', 'دقيقة'),
  name: createNoun('اسم واحد', 'اسمان', 'أسماء', 'اسمًا', 'اسم'),
  notification: createNoun('إشعار واحد', 'إشعاران', 'إشعارات', 'إشعارًا', 'إشعار'),
  page: createNoun('صفحة واحدة', 'صفحتان', 'صفحات', 'صفحة', 'صفحة'),
  patient: createNoun('مريض واحد', 'مريضان', 'مرضى', 'مريضًا', 'مريض'),
  pdf: createNoun('ملف PDF واحد', 'ملفان PDF', 'ملفات PDF', 'ملف PDF', 'ملف PDF'),
  person: createNoun('شخص واحد', 'شخصان', 'أشخاص', 'شخصًا', 'شخص'),
  prescription: createNoun('وصفة واحدة', 'وصفتان', 'وصفات', 'وصفة', 'وصفة'),
  printer: createNoun('طابعة واحدة', 'طابعتان', 'طابعات', 'طابعة', 'طابعة'),
  record: createNoun('سجل واحد', 'سجلان', 'سجلات', 'سجلًا', 'سجل'),
  reminder: createNoun('تذكير واحد', 'تذكيران', 'تذكيرات', 'تذكيرًا', 'تذكير'),
  requisition: createNoun('طلب فحص واحد', 'طلبا فحص', 'طلبات فحص', 'طلب فحص', 'طلب فحص'),
  review: createNoun('مراجعة واحدة', 'مراجعتان', 'مراجعات', 'مراجعة', 'مراجعة'),
  row: createNoun('صف واحد', 'صفان', 'صفوف', 'صفًا', 'صف'),
  specialization: createNoun('تخصص واحد', 'تخصصان', 'تخصصات', 'تخصصًا', 'تخصص'),
  second: createNoun('ثانية واحدة', 'ثانيتان', 'ثوانٍ', 'ثانية', 'ثانية'),
  time: createNoun('مرة واحدة', 'مرتان', 'مرات', 'مرة', 'مرة'),
  try: createNoun('محاولة واحدة', 'محاولتان', 'محاولات', 'محاولة', 'محاولة'),
} as const;

/** The number alone, where the sentence names what is counted. */
export const ARABIC_NUMBER_ALONE: CountedNoun = {
  zero: COUNT,
  one: COUNT,
  two: COUNT,
  few: COUNT,
  many: COUNT,
  other: COUNT,
};

/** Returns a noun as it is after a preposition or as an object: only the dual differs. */
export function toObliqueCase(noun: CountedNoun): CountedNoun {
  return { ...noun, two: noun.two.replace(/ان(?= |$)/g, 'ين').replace(/ا(?= )/, 'ي') };
}

/**
 * Returns the sentences of a counted text in all plural forms, by their keys.
 * @param key the key without a plural form
 * @param toSentence from the counted noun, which contains the number where it has to be written
 */
export function createPluralTexts<Key extends string>(
  key: Key,
  noun: CountedNoun,
  toSentence: (things: string) => string = (things) => things,
): Readonly<Record<`${Key}_${PluralForm}`, string>> {
  const entries = Object.entries(noun).map(([form, things]) => [`${key}_${form}`, toSentence(things)]);
  // Object.fromEntries returns an object with any string as key, so its type is asserted; each form has an entry.
  return Object.fromEntries(entries) as Record<`${Key}_${PluralForm}`, string>;
}
