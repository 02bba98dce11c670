import type { OrderTemplate } from './orders.ts';

export const IMAGING_ORDERS: readonly OrderTemplate[] = [
  {
    name: 'X-ray chest, 2 views',
    scripts: [['XR chest PA and lateral', 'Upright, full inspiration.']],
    codes: ['R05.3', 'J18.9', 'R06.02'],
    details: [
      'Cough for ten weeks, former smoker (20 pack-years).',
      'Six weeks after pneumonia: has it cleared?',
    ],
  },
  {
    name: 'MRI lumbar spine without contrast',
    scripts: [['MR lumbar spine without contrast', 'Sagittal T1, T2, STIR; axial T2 through L3 to S1.']],
    codes: ['M54.16', 'M54.50'],
    details: [
      'Left L5 radiculopathy for nine weeks despite physiotherapy. No pacemaker, no metal in the eyes.',
      'Claustrophobia: offer the wide-bore scanner. Prior authorization 84-2291 on file.',
    ],
  },
  {
    name: 'CT abdomen and pelvis with contrast',
    scripts: [
      [
        'CT abdomen and pelvis with IV contrast',
        'Portal venous phase. Oral contrast at the discretion of the radiologist.',
      ],
    ],
    codes: ['R10.11', 'K80.20', 'N20.0'],
    details: ['eGFR 78, no iodine reaction. Please compare with the study of last May.'],
  },
  {
    name: 'Ultrasound abdomen, complete',
    scripts: [['US abdomen complete', 'Fasting 6 h.']],
    codes: ['R10.11', 'K76.0', 'K80.20'],
    details: ['Colicky pain after meals. Murphy negative today.', 'Raised ALT, BMI 34: steatosis?'],
  },
  {
    name: 'Screening mammogram, bilateral',
    scripts: [['MG screening bilateral with tomosynthesis', 'Standard CC and MLO views.']],
    codes: ['Z12.31'],
    details: ["Every two years. Earlier films at the women's imaging center.", 'Sister diagnosed at 44.'],
  },
  {
    name: 'Diagnostic mammogram and ultrasound, left',
    scripts: [
      ['MG diagnostic left', 'Spot compression at the marker.'],
      ['US breast left, limited', 'Same visit.'],
    ],
    codes: ['C50.912'],
    details: ["Palpable 1.5 cm lump at 2 o'clock, 4 cm from the nipple, noticed three weeks ago."],
  },
  {
    name: 'DXA bone density',
    scripts: [['DXA hip and lumbar spine', 'No calcium supplements on the day.']],
    codes: ['M81.0'],
    details: ['Two years on alendronate. Same machine as last time, please.'],
  },
  {
    name: 'Echocardiogram, transthoracic',
    scripts: [['TTE complete with Doppler', 'Ejection fraction, valves, diastolic function.']],
    codes: ['I50.9', 'I48.91', 'R06.02'],
    details: ['New systolic murmur 3/6 at the apex. Atrial fibrillation, rate controlled.'],
  },
  {
    name: 'Ultrasound leg veins, right',
    scripts: [['US venous duplex lower extremity, right', 'Compression from groin to calf.']],
    codes: ['I82.401'],
    details: ['Calf 3 cm wider than the left, long flight on Sunday. Call the desk with the result today.'],
  },
  {
    name: 'X-ray knee, right, 3 views',
    scripts: [['XR knee right: AP weight-bearing, lateral, sunrise', 'Both knees on the AP view.']],
    codes: ['M17.11', 'M25.561'],
    details: ['Locks when climbing stairs. Before the orthopedic visit.'],
  },
  {
    name: 'MRI brain with and without contrast',
    scripts: [['MR brain without and with gadolinium', 'Include DWI and post-contrast 3D T1.']],
    codes: ['R51.9', 'G43.909', 'I63.9'],
    details: ['New headache pattern at 58, worse in the morning. eGFR 91.'],
  },
  {
    name: 'Thyroid ultrasound',
    scripts: [['US thyroid and neck', 'Nodules by ACR TI-RADS.']],
    codes: ['E05.90', 'E03.9'],
    details: ['Visible nodule on the right, 2 cm, soft. Swallows without trouble.'],
  },
  {
    name: 'Obstetric ultrasound, anatomy scan',
    scripts: [['US obstetric, second trimester', 'Full bladder not needed.']],
    codes: ['O09.90'],
    details: ['20 weeks and 2 days by first-trimester scan. One earlier cesarean.'],
  },
  {
    name: 'X-ray ankle, right',
    scripts: [['XR ankle right: AP, lateral, mortise', 'Standing if possible.']],
    codes: ['S93.401A'],
    details: ['Ottawa rule positive: tender at the tip of the fibula.'],
  },
  {
    name: 'Low-dose CT lung screening',
    scripts: [['CT chest low dose, screening', 'No contrast. Report by Lung-RADS.']],
    codes: ['F17.210'],
    details: ['Age 61, 32 pack-years, still smoking. Counselling done and documented.'],
  },
  {
    name: 'Renal ultrasound',
    scripts: [['US kidneys and bladder', 'Full bladder, residual after voiding.']],
    codes: ['N20.0', 'N18.30', 'N40.1'],
    details: ['Creatinine 1.6 mg/dL, was 1.2 a year ago. Obstruction?'],
  },
];
