import type { OrderTemplate } from './orders.ts';

export const LAB_ORDERS: readonly OrderTemplate[] = [
  {
    name: 'CBC with differential',
    scripts: [
      [
        'CBC with automated differential',
        'EDTA whole blood, lavender top, 4 mL. Room temperature, deliver within 8 h.',
      ],
      ['Peripheral smear', 'Only if flagged by the analyser.'],
    ],
    codes: ['D64.9', 'R53.83', 'D50.9', 'N92.0', 'Z00.00'],
    details: [
      'Fatigue for two months, pale conjunctivae. Please add ferritin if hemoglobin is below 11 g/dL.',
      'Routine before the annual visit. No fasting needed.',
      'On methotrexate: monthly count. Call the desk if neutrophils are below 1.5 x10^9/L.',
    ],
  },
  {
    name: 'Hemoglobin A1c',
    scripts: [['Hemoglobin A1c (HbA1c)', 'EDTA whole blood, lavender top. Report in % and mmol/mol.']],
    codes: ['E11.9', 'E11.65', 'R73.03', 'Z79.4'],
    details: [
      'Three months since the last value (8.1 %). Metformin raised to 1 g twice a day at that visit.',
      'Screening, BMI 32, mother with type 2 diabetes.',
      'Before the endocrinology appointment; please copy the result to the diabetes nurse.',
    ],
  },
  {
    name: 'Lipid panel',
    scripts: [
      ['Lipid panel', 'Total cholesterol, HDL, triglycerides, calculated LDL. SST, 5 mL.'],
      ['Direct LDL', 'Reflex if triglycerides exceed 400 mg/dL.'],
    ],
    codes: ['E78.5', 'E78.00', 'Z13.220', 'I10'],
    details: [
      'Fasting 9 to 12 hours, water only. Eight weeks after starting atorvastatin 20 mg.',
      'Non-fasting sample is acceptable.',
      'Father had a myocardial infarction at 49. Please add lipoprotein(a) if the sample allows.',
    ],
  },
  {
    name: 'TSH with reflex free T4',
    scripts: [
      ['TSH', 'SST, 3 mL. Draw before the morning dose of levothyroxine.'],
      ['Free T4', 'Reflex when TSH is outside the reference interval.'],
    ],
    codes: ['E03.9', 'E05.90', 'R53.83'],
    details: [
      'Levothyroxine 75 mcg since January. Last TSH 6.8 mIU/L.',
      'Palpitations and weight loss, 4 kg in six weeks. No biotin for 48 hours before the draw.',
    ],
  },
  {
    name: 'Comprehensive metabolic panel',
    scripts: [
      ['Comprehensive metabolic panel (CMP)', 'SST, 5 mL, spun within 2 h.'],
      ['eGFR (CKD-EPI 2021)', 'Calculated.'],
    ],
    codes: ['I10', 'N18.30', 'E11.9', 'K76.0'],
    details: [
      'Started lisinopril 10 mg two weeks ago: potassium and creatinine, please.',
      'Follow-up of raised ALT (74 U/L). No alcohol for 72 hours.',
    ],
  },
  {
    name: 'Basic metabolic panel',
    scripts: [['Basic metabolic panel (BMP)', 'SST, 4 mL. Do not draw from an arm with an infusion.']],
    codes: ['E87.6', 'I50.9', 'I10'],
    details: ['On furosemide 40 mg. Potassium was 3.2 mmol/L last week; call with any value below 3.0.'],
  },
  {
    name: 'Iron studies',
    scripts: [
      ['Ferritin', 'SST, 3 mL.'],
      ['Iron and TIBC', 'SST, 3 mL, morning sample.'],
      ['Transferrin saturation', 'Calculated.'],
    ],
    codes: ['D50.9', 'N92.0', 'R53.83'],
    details: ['Hold oral iron for 24 hours before the draw. Heavy periods since August.'],
  },
  {
    name: 'Vitamin D, 25-hydroxy',
    scripts: [['25-hydroxyvitamin D, total', 'SST, 2 mL, protect from light.']],
    codes: ['E55.9', 'M81.0'],
    details: ['Twelve weeks on cholecalciferol 2000 IU daily.', ''],
  },
  {
    name: 'Vitamin B12 and folate',
    scripts: [
      ['Vitamin B12', 'SST, 2 mL, protect from light.'],
      ['Folate, serum', 'SST, 2 mL, fasting.'],
    ],
    codes: ['E53.8', 'D64.9'],
    details: ['MCV 104 fL, tingling in both feet. Long-term metformin.'],
  },
  {
    name: 'PT/INR',
    scripts: [['Prothrombin time with INR', 'Citrate, light blue top, filled to the line.']],
    codes: ['Z79.01', 'I48.91', 'D68.9'],
    details: [
      'Warfarin, goal 2.0 to 3.0. Last INR 3.6, dose reduced by 10 %.',
      'Weekly until two values in range. Phone the result before 17:00.',
    ],
  },
  {
    name: 'Urinalysis with reflex culture',
    scripts: [
      [
        'Urinalysis, dipstick and microscopy',
        'Clean-catch midstream, 10 mL. Refrigerate if not run within 1 h.',
      ],
      ['Urine culture', 'Reflex when leukocyte esterase or nitrite is positive.'],
    ],
    codes: ['N39.0', 'R31.9'],
    details: ['Dysuria for three days, no fever. Allergic to sulfonamides.', 'Second episode this winter.'],
  },
  {
    name: 'Hepatitis panel, acute',
    scripts: [
      ['Hepatitis A IgM', 'SST, 3 mL.'],
      ['Hepatitis B surface antigen', 'SST, 3 mL, confirm when reactive.'],
      ['Hepatitis C antibody with reflex RNA', 'SST, 5 mL.'],
    ],
    codes: ['B18.2', 'K76.0'],
    details: ['ALT 310 U/L, returned from travel on the 3rd. Please treat as urgent.'],
  },
  {
    name: 'STI screening panel',
    scripts: [
      ['HIV 1/2 antigen/antibody', 'EDTA, 4 mL. Consent on file.'],
      ['Chlamydia and gonorrhea NAAT', 'First-void urine, 20 mL, or self-collected swab.'],
      ['Syphilis, treponemal with reflex RPR', 'SST, 3 mL.'],
    ],
    codes: ['Z11.3'],
    details: ['Patient asks for results by portal only. No phone messages, please.'],
  },
  {
    name: 'Fecal immunochemical test',
    scripts: [['FIT, quantitative', 'Home kit given. Return within 7 days of collection.']],
    codes: ['Z12.11'],
    details: ['Average risk, age 52, first screening.'],
  },
  {
    name: 'Rheumatology panel',
    scripts: [
      ['Rheumatoid factor', 'SST, 2 mL.'],
      ['Anti-CCP antibodies', 'SST, 2 mL.'],
      ['ANA by immunofluorescence', 'SST, 2 mL, titre when positive.'],
      ['ESR', 'EDTA, 4 mL, within 4 h.'],
    ],
    codes: ['M06.9', 'M79.7', 'M25.511'],
    details: ['Morning stiffness over an hour, both hands, eight weeks.'],
  },
  {
    name: 'Uric acid',
    scripts: [['Uric acid', 'SST, 2 mL.']],
    codes: ['M10.9', 'N20.0'],
    details: ['Goal under 6 mg/dL on allopurinol 200 mg.'],
  },
  {
    name: 'Glucose tolerance, 75 g, 2 h',
    scripts: [
      ['Glucose, fasting', 'Gray top, 2 mL.'],
      ['Glucose, 1 h', 'Gray top, 2 mL.'],
      ['Glucose, 2 h', 'Gray top, 2 mL.'],
    ],
    codes: ['O09.90', 'R73.03'],
    details: ['26 weeks. Fast from midnight, stay seated between the draws; book the 07:30 chair.'],
  },
  {
    name: 'NT-proBNP',
    scripts: [['NT-proBNP', 'EDTA plasma, 2 mL.']],
    codes: ['I50.9', 'R06.02'],
    details: ['Up 3 kg since last week, ankles swollen. Same-day result, please.'],
  },
  {
    name: 'PSA, total',
    scripts: [['Prostate specific antigen', 'SST, 2 mL. Not within 48 h of cycling or an exam.']],
    codes: ['N40.1'],
    details: ['Shared decision on file. Last value 2.9 ng/mL, eleven months ago.'],
  },
  {
    name: 'Stool studies',
    scripts: [
      ['Enteric pathogen PCR', 'Cary-Blair vial, fill to the line.'],
      ['Calprotectin', 'Plain container, 5 g.'],
    ],
    codes: ['A09', 'K52.9'],
    details: ['Loose stools for three weeks, two nights with blood. No recent antibiotics.'],
  },
];
