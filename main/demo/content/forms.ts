/** Name and description of the clinic's forms. */
export const FORM_TEXTS: readonly (readonly [name: string, description: string])[] = [
  ['New patient intake', 'Contact details, history, medication and allergies. Takes about fifteen minutes.'],
  ['Consent to treatment', 'General consent, to be signed once and kept on file.'],
  ['PHQ-9 depression screening', 'Nine questions about the last two weeks. Score is calculated.'],
  ['GAD-7 anxiety screening', 'Seven questions about the last two weeks.'],
  ['Notice of privacy practices', 'Acknowledgement that the notice was received.'],
  ['Release of information', 'Permission to share records with another provider or a family member.'],
  [
    'Pre-visit questionnaire',
    'What brings you in, what changed since the last visit, what you want to leave with.',
  ],
  ['COVID-19 and flu vaccination consent', ''],
  ['Diabetes check-in', 'Readings of the last two weeks, hypoglycemia, feet, eyes and diet.'],
  ['Blood pressure diary', 'Two readings in the morning, two in the evening, for seven days.'],
  ['Pain diary', 'Where, how strong, what helps. One entry a day.'],
  ['Asthma control test', 'Five questions. Below 20 means that we should talk.'],
  ['Fall risk assessment', 'For patients aged 65 and over, yearly.'],
  ['Telehealth consent', 'Video visits: how they work and what they cannot do.'],
  ['Well-child visit, 12 months', 'For parents and caregivers, before the visit.'],
  ['Pregnancy intake', 'Dates, earlier pregnancies, medication, work and home.'],
  ['MRI safety checklist', 'Implants, pacemakers, metal, claustrophobia. Must be complete before the scan.'],
  ['Contrast allergy questionnaire', 'Earlier reactions, kidneys, metformin.'],
  ['Insurance update', 'Card, group number and who is covered.'],
  ['Medication reconciliation', 'Everything taken at home: prescribed, bought, herbal.'],
  ['Cuestionario de salud general', 'Versión en español del cuestionario anual. Diez minutos.'],
  ['استبيان ما قبل الزيارة', 'نسخة عربية من استبيان ما قبل الزيارة.'],
  ['初诊登记表', '请在就诊前填写:联系方式、病史、用药及过敏情况。'],
  ['Анкета перед визитом', 'Русская версия анкеты. Заполняется дома.'],
];

/** Suffixes for a second form with the same name. */
export const FORM_NAME_SUFFIXES: readonly string[] = [
  'Pediatrics',
  'Cardiology',
  'Night clinic',
  'Home visits',
  '2nd edition',
];

/** Members of the set of specializations in `usable_by`. Their identifiers are opaque and have no prefix of a user. */
export const SPECIALIZATION_IDS: readonly string[] = [
  'cardiology',
  'pediatrics',
  'family_medicine',
  'obstetrics',
];
