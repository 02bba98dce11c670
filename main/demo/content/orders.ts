/** The content of one kind of order. `codes` are ICD-10-CM codes of reasons to order it. */
export interface OrderTemplate {
  readonly name: string;
  /** What is ordered: name and description of each script. */
  readonly scripts: readonly (readonly [name: string, description: string])[];
  readonly codes: readonly string[];
  readonly details: readonly string[];
}

export const GENERAL_ORDERS: readonly OrderTemplate[] = [
  {
    name: 'Physiotherapy, lower back',
    scripts: [['Physiotherapy, 8 sessions', 'Core strengthening, McKenzie programme, home exercises.']],
    codes: ['M54.50', 'M54.16'],
    details: ['Twice a week. Works at a till, stands all day. No red flags.'],
  },
  {
    name: '12-lead ECG',
    scripts: [['Electrocardiogram, 12 leads, with interpretation', 'Resting, 10 minutes lying down first.']],
    codes: ['R07.9', 'I48.91', 'R94.31'],
    details: ['Before starting citalopram. QTc, please.', 'Skipped beats at night, no syncope.'],
  },
  {
    name: 'Ambulatory blood pressure, 24 h',
    scripts: [['24-hour ambulatory blood pressure monitor', 'Cuff size to be measured at fitting.']],
    codes: ['I10'],
    details: ['Office 158/94, home 132/80. White coat?'],
  },
  {
    name: 'Holter monitor, 48 h',
    scripts: [['Holter monitor, 48 hours', 'Diary with symptoms and times.']],
    codes: ['I48.91', 'R42'],
    details: ['Dizzy spells twice a week, seconds long. Return the recorder to the front desk.'],
  },
  {
    name: 'Spirometry with bronchodilator',
    scripts: [['Spirometry before and after salbutamol 400 mcg', 'No inhaler for 6 h (long-acting: 24 h).']],
    codes: ['J45.909', 'J44.9', 'R05.3'],
    details: ['Night cough, wheeze on exercise. Peak flow diary shows 25 % variability.'],
  },
  {
    name: 'Home sleep apnea test',
    scripts: [['Home sleep apnea test, type 3', 'One night; repeat if under 4 h of recording.']],
    codes: ['G47.33', 'E66.9'],
    details: ['STOP-BANG 6, Epworth 14. Drives for a living: please give priority.'],
  },
  {
    name: 'Colonoscopy referral',
    scripts: [['Colonoscopy, diagnostic', 'Split-dose preparation; instructions given in writing.']],
    codes: ['Z12.11', 'D50.9'],
    details: ['FIT 142 ng/mL. On apixaban: please advise when to stop.'],
  },
  {
    name: 'Wound care, home nursing',
    scripts: [
      ['Dressing change, three times a week', 'Foam dressing, 4-layer compression 40 mmHg at the ankle.'],
    ],
    codes: ['L97.909'],
    details: [
      'Venous ulcer above the left medial malleolus, 4 x 3 cm. ABI 1.0. Key with the neighbour at number 12.',
    ],
  },
  {
    name: 'Diabetes education',
    scripts: [['Self-management education, 4 group sessions', 'Bring the meter. An interpreter is booked.']],
    codes: ['E11.9', 'Z79.4'],
    details: ['Newly on insulin glargine 12 units at night. Hypoglycemia plan reviewed.'],
  },
  {
    name: 'Retinal photography',
    scripts: [['Fundus photography, both eyes', 'Dilating drops: no driving for 4 hours.']],
    codes: ['E11.9', 'H40.9'],
    details: ['Yearly. Last: mild background changes on the right.'],
  },
  {
    name: 'Nerve conduction study, right arm',
    scripts: [['NCS median and ulnar, right', 'EMG only if indicated.']],
    codes: ['G56.01'],
    details: ['Night numbness of thumb to middle finger for six months; splint did not help.'],
  },
  {
    name: 'Nutrition counselling',
    scripts: [['Dietitian, first visit and two follow-ups', 'Food diary of one week.']],
    codes: ['E66.9', 'R73.03', 'E78.5'],
    details: ['Wants to lose 8 kg before knee surgery. Eats halal; shift work.'],
  },
  {
    name: 'Home oxygen assessment',
    scripts: [['Oximetry at rest, walking and overnight', 'Room air, six minutes on the flat.']],
    codes: ['J44.9'],
    details: ['Saturation 88 % after the stairs. Two exacerbations this winter.'],
  },
];
