import type { RandomGenerator } from '#main/base/random.ts';
import { generateId } from '../ids.ts';
import { pickInteger, pickElement } from '../random-choices.ts';
import {
  type NotificationTexts,
  APPOINTMENT_NOTIFICATIONS,
  FORM_COMPLETED_NOTIFICATION,
  MEDICATIONS,
  MESSAGE_NOTIFICATIONS,
  UNDOCUMENTED_KIND_NOTIFICATIONS,
  PAST_APPOINTMENT_NOTIFICATIONS,
  PRESCRIPTION_NOTIFICATIONS,
  REQUISITION_NOTIFICATIONS,
  REQUISITION_CHANGED_NOTIFICATION,
} from '../content/notifications.ts';
import type { DemoForm, DemoNotification, DemoRequisition } from '../resources.ts';
import { createAppointmentProps, generateAppointment } from './appointments.ts';
import type { PlannedNotification } from './day-plan.ts';
import type { SeedData } from './seed-data.ts';

/** Title, text, buttons, props and creator of a notification. */
export type NotificationContent = Pick<
  DemoNotification,
  'title' | 'text' | 'buttons' | 'props' | 'created_by'
>;

interface SubjectContext {
  readonly seedData: SeedData;
  readonly random: RandomGenerator;
  readonly patient: string;
  readonly who: string;
  /** Epoch milliseconds at which the notification was created. */
  readonly at: number;
}

/** An actor that is not a user, as section 2.4 allows for `created_by`. */
const SYSTEM_ACTOR = 'actr_system';

const DATE_FORMAT = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** Returns the texts of a notification, filled in, with one button that leads to `link`. */
function createTexts(
  notification: NotificationTexts,
  link: string,
  words: Readonly<Record<'who' | 'what' | 'when', string>>,
) {
  const text = notification.text
    .replace('{who}', () => words.who)
    .replace('{what}', () => words.what)
    .replace('{when}', () => words.when);
  const first = text.slice(0, 1).toUpperCase();
  return {
    title: notification.title,
    text: first + text.slice(1),
    buttons: [{ link, title: notification.button }],
  };
}

function createAppointmentSubject({
  seedData,
  random,
  patient,
  who,
  at,
}: SubjectContext): NotificationContent {
  const { props, id, visit, startAt } = generateAppointment(seedData, random, patient, at);
  const words = { who, what: visit, when: `${DATE_FORMAT.format(startAt)} UTC` };
  const notifications =
    startAt < at ? PAST_APPOINTMENT_NOTIFICATIONS : Object.values(APPOINTMENT_NOTIFICATIONS);
  const link = `/calendar?appointment=${encodeURIComponent(id)}`;
  return { ...createTexts(pickElement(random, notifications), link, words), props, created_by: SYSTEM_ACTOR };
}

/** Returns a notification about a planned appointment. */
export function toPlannedNotificationContent(
  seedData: SeedData,
  { visit, report, random }: PlannedNotification,
  at: number,
): NotificationContent {
  const [patient = ''] = visit.patients;
  const who = seedData.patientName(patient);
  const words = { who, what: visit.visit, when: `${DATE_FORMAT.format(visit.startAt)} UTC` };
  return {
    ...createTexts(
      APPOINTMENT_NOTIFICATIONS[report],
      `/calendar?appointment=${encodeURIComponent(visit.id)}`,
      words,
    ),
    props: createAppointmentProps(random, visit, at),
    created_by: SYSTEM_ACTOR,
  };
}

function createMessageSubject({ random, patient, who }: SubjectContext): NotificationContent {
  const id = generateId('mesg_', random);
  const words = { who, what: '', when: '' };
  return {
    ...createTexts(
      pickElement(random, MESSAGE_NOTIFICATIONS),
      `/messages?message=${encodeURIComponent(id)}`,
      words,
    ),
    props: { id, object: 'message', sender: patient, thread: generateId('thrd_', random) },
    created_by: patient,
  };
}

function createPrescriptionSubject({ random, patient, who }: SubjectContext): NotificationContent {
  const id = generateId('rxpn_', random);
  const medication = pickElement(random, MEDICATIONS);
  return {
    ...createTexts(
      pickElement(random, PRESCRIPTION_NOTIFICATIONS),
      `/prescriptions?prescription=${encodeURIComponent(id)}`,
      {
        who,
        what: medication,
        when: '',
      },
    ),
    props: {
      id,
      object: 'prescription',
      patient,
      name: medication,
      quantity: pickInteger(random, 1, 3) * 30,
    },
    created_by: SYSTEM_ACTOR,
  };
}

/** Returns a notification about a requisition, with a text for its status. */
export function toRequisitionNotificationContent(
  seedData: SeedData,
  random: RandomGenerator,
  requisition: DemoRequisition,
): NotificationContent {
  const status = requisition.status_history.at(-1)?.status ?? '';
  const notification = pickElement(
    random,
    REQUISITION_NOTIFICATIONS[status] ?? [REQUISITION_CHANGED_NOTIFICATION],
  );
  const words = {
    who: seedData.patientName(requisition.patient) || 'a patient',
    what: requisition.name || 'a requisition without a name',
    when: '',
  };
  return {
    ...createTexts(notification, `/requisitions?requisition=${encodeURIComponent(requisition.id)}`, words),
    props: { id: requisition.id, object: 'requisition' },
    created_by: SYSTEM_ACTOR,
  };
}

/** Returns a notification that `who` completed a form. */
export function toCompletionNotificationContent(form: DemoForm, who: string): NotificationContent {
  return {
    ...createTexts(FORM_COMPLETED_NOTIFICATION, `/forms?form=${encodeURIComponent(form.id)}`, {
      who: who || 'a patient',
      what: form.name,
      when: '',
    }),
    props: { id: form.id, object: 'form' },
    created_by: SYSTEM_ACTOR,
  };
}

function createOtherSubject({ random }: SubjectContext): NotificationContent {
  const id = generateId('stmt_', random);
  return {
    ...createTexts(
      pickElement(random, UNDOCUMENTED_KIND_NOTIFICATIONS),
      `/billing?statement=${encodeURIComponent(id)}`,
      {
        who: '',
        what: '',
        when: '',
      },
    ),
    props: { id, object: 'billing_statement' },
    created_by: SYSTEM_ACTOR,
  };
}

/**
 * Draws the subject of a notification at `at` (epoch milliseconds). `requisition` is one that changed at
 * about that time, or null where there is none.
 */
export function generateNotificationContent(
  seedData: SeedData,
  random: RandomGenerator,
  at: number,
  requisition: () => DemoRequisition | null,
): NotificationContent {
  const patient = seedData.patientId(pickInteger(random, 0, seedData.patientCount - 1));
  const draw: SubjectContext = { seedData, random, at, patient, who: seedData.patientName(patient) };
  const kind = random.fraction();
  if (kind < 0.35) return createAppointmentSubject(draw);
  if (kind < 0.6) return createMessageSubject(draw);
  if (kind < 0.73) return createPrescriptionSubject(draw);
  const changed = kind < 0.97 ? requisition() : null;
  return changed === null
    ? createOtherSubject(draw)
    : toRequisitionNotificationContent(seedData, random, changed);
}
