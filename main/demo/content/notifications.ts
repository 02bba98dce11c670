/** Texts of notifications. `{who}`, `{what}` and `{when}` are placeholders. */
export interface NotificationTexts {
  readonly title: string;
  readonly text: string;
  readonly button: string;
}

/** Texts of notifications about appointments in the future, by what happened to the appointment. */
export const APPOINTMENT_NOTIFICATIONS = {
  scheduled: {
    title: 'Appointment scheduled',
    text: '{who} is booked for {what} on {when}.',
    button: 'View appointment',
  },
  moved: {
    title: 'Appointment moved',
    text: '{what} with {who} is now on {when}.',
    button: 'View appointment',
  },
  canceled: {
    title: 'Appointment canceled',
    text: '{who} canceled {what} on {when}.',
    button: 'View calendar',
  },
} as const satisfies Readonly<Record<string, NotificationTexts>>;

export const PAST_APPOINTMENT_NOTIFICATIONS: readonly NotificationTexts[] = [
  {
    title: 'Missed appointment',
    text: '{who} did not come to {what} on {when}. Offer a new date?',
    button: 'Rebook',
  },
  {
    title: 'Note to sign',
    text: 'The note of {what} with {who} on {when} is not signed.',
    button: 'Open note',
  },
];

export const MESSAGE_NOTIFICATIONS: readonly NotificationTexts[] = [
  {
    title: 'New message',
    text: '{who}: “Can I take the tablets together with the antibiotic?”',
    button: 'Reply',
  },
  { title: 'New message', text: '{who}: “The lab says they have no order for me.”', button: 'Reply' },
  { title: 'New message', text: '{who}: “Merci beaucoup, à mardi !”', button: 'Reply' },
  { title: 'New message', text: '{who}: “请问结果出来了吗?”', button: 'Reply' },
  { title: 'New message', text: '{who}: “شكراً دكتورة، أشعر بتحسن اليوم.”', button: 'Reply' },
  {
    title: 'Message from the lab',
    text: 'Specimen of {who} arrived without a label. Please call extension 4410.',
    button: 'Open message',
  },
  { title: 'Team message', text: '{who} needs a wheelchair at the entrance.', button: 'Open message' },
];

export const PRESCRIPTION_NOTIFICATIONS: readonly NotificationTexts[] = [
  {
    title: 'Prescription filled',
    text: '{what} for {who} was filled at the pharmacy.',
    button: 'View prescription',
  },
  { title: 'Refill requested', text: '{who} asks for a refill of {what}.', button: 'Review request' },
  {
    title: 'Prescription on hold',
    text: 'The pharmacy asks about the dose of {what} for {who}.',
    button: 'View prescription',
  },
];

/** Texts of notifications about a requisition, by its current status. */
export const REQUISITION_NOTIFICATIONS: Readonly<Record<string, readonly NotificationTexts[]>> = {
  draft: [{ title: 'Draft waits', text: '{what} for {who} has not been sent.', button: 'Open draft' }],
  sent: [
    {
      title: 'Requisition sent',
      text: '{what} for {who} is on its way to the facility.',
      button: 'View requisition',
    },
  ],
  results_received: [
    { title: 'Results received', text: '{what} for {who}: results are in.', button: 'View requisition' },
    { title: 'Review due', text: '{what} for {who} waits for review.', button: 'Review results' },
  ],
};

/** Text of a notification about a requisition whose status has no texts of its own. */
export const REQUISITION_CHANGED_NOTIFICATION: NotificationTexts = {
  title: 'Requisition changed',
  text: '{what} for {who} changed.',
  button: 'View requisition',
};

export const FORM_COMPLETED_NOTIFICATION: NotificationTexts = {
  title: 'Form completed',
  text: '{who} completed “{what}”.',
  button: 'View form',
};

/** A kind that no table of the service's document describes. */
export const UNDOCUMENTED_KIND_NOTIFICATIONS: readonly NotificationTexts[] = [
  {
    title: 'Statement ready',
    text: 'The monthly statement of the clinic can be downloaded.',
    button: 'Open statement',
  },
  { title: '', text: '', button: 'Open' },
];

export const VISIT_DESCRIPTIONS: readonly string[] = [
  'a follow-up visit',
  'a new patient visit',
  'a video visit',
  'an annual physical',
  'a blood draw',
  'a vaccination',
];

export const MEDICATIONS: readonly string[] = [
  'Metformin 1000 mg',
  'Lisinopril 10 mg',
  'Atorvastatin 40 mg',
  'Levothyroxine 75 mcg',
  'Amoxicillin 500 mg',
  'Salbutamol inhaler 100 mcg',
  'Apixaban 5 mg',
  'Sertraline 50 mg',
];
