/** Comments that clinic staff write on an order. */
export const COMMENT_TEXTS: readonly string[] = [
  'Called the patient, left a voicemail without details.',
  'Faxed to the lab at 14:10, confirmation in the tray.',
  'Lab called: sample hemolyzed, patient will come back on Thursday.',
  'Insurance asks for the clinical note. Sent.',
  'Prior authorization approved, valid 60 days.',
  'Patient moved the appointment to next week.',
  'Results look stable against last year. Dr. Okafor to sign.',
  'Please repeat potassium, the tube sat for six hours.',
  'Patient prefers the facility near work; changed.',
  'Spoke with the radiologist, no urgent finding.',
  'Reviewed with the patient on the phone, questions answered.',
  'Copy given at the front desk, ID checked.',
  'Mild anemia. Start ferrous sulfate, recheck in 8 weeks.',
  'INR 2.4, keep the dose.',
  'Nodule 6 mm, follow-up CT in 12 months as recommended.',
  'Interpreter booked for 09:30.',
  'Patient has not gone yet; second reminder sent.',
  'Duplicate of the order from last month? Kept, the earlier one was never drawn.',
  'HbA1c down to 7.2 %. Patient very pleased.',
  'Needs a chaperone; noted on the booking.',
  'Sent by portal message as well.',
  'Daughter (health care proxy on file) asked for the date.',
  'OK',
  '',
];

/** Endings that are sometimes added to the name of an order. */
export const ORDER_NAME_SUFFIXES: readonly string[] = [
  ' – fasting',
  ' (STAT)',
  ' – repeat in 6 weeks',
  ' – follow-up',
  ', before surgery',
  ' [standing order 3/6]',
  ' – “2nd opinion”',
];

/** Sentences from which long order details are composed. */
export const ORDER_DETAIL_SENTENCES: readonly string[] = [
  'History: type 2 diabetes since 2011, hypertension, two stents in 2019, no known bleeding.',
  'Medication: metformin 1 g twice a day, lisinopril 20 mg, atorvastatin 40 mg, aspirin 81 mg, pantoprazole 40 mg.',
  'Allergies: penicillin (rash, 1998), adhesive tape (blisters).',
  'The patient walks with a frame and needs the ground-floor entrance; transport is booked for both ways.',
  'Earlier studies are with the regional hospital; a disc was sent on Monday and has not been seen since.',
  'If a value is critical, call the desk first and the provider on call after 18:00.',
  'The family asks that results are explained in person and not by phone.',
  'Please mark the specimen with two identifiers; the last one was rejected for a missing date of birth.',
  'Weight 92 kg, height 171 cm, blood pressure 148/86, pulse 72, temperature 36.8 °C.',
  'Renal function is stable; contrast was tolerated twice without premedication.',
];
