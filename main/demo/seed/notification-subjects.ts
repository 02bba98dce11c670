import type { Random } from '#main/base/random.ts';
import { between, pick, drawId } from '../ids.ts';
import {
  type NewNotification,
  APPOINTMENT_NOTIFICATIONS,
  FORM_COMPLETED,
  MEDICATIONS,
  MESSAGE_NOTIFICATIONS,
  OTHER_NOTIFICATIONS,
  PAST_APPOINTMENT_NOTIFICATIONS,
  PRESCRIPTION_NOTIFICATIONS,
  REQUISITION_NOTIFICATIONS,
  REQUISITION_CHANGED,
} from '../content/notifications.ts';
import type { Form, Notification, Requisition } from '../resources.ts';
import { appointmentProps, drawAppointment } from './appointments.ts';
import type { PlannedNotification } from './day-plan.ts';
import type { World } from './world.ts';

/** The text of a notification and its subject. */
export type Subject = Pick<Notification, 'title' | 'text' | 'buttons' | 'props' | 'created_by'>;

interface Draw {
  readonly world: World;
  readonly random: Random;
  readonly patient: string;
  readonly who: string;
  /** Epoch milliseconds at which the notification was created. */
  readonly at: number;
}

/** An actor that is not a user, as section 2.4 allows for `created_by`. */
const SYSTEM = 'actr_system';

const WHEN = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** Returns the texts of a notification, filled in, with one button that leads to `link`. */
function worded(
  notification: NewNotification,
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

function appointment({ world, random, patient, who, at }: Draw): Subject {
  const { props, id, visit, startAt } = drawAppointment(world, random, patient, at);
  const words = { who, what: visit, when: `${WHEN.format(startAt)} UTC` };
  const notifications =
    startAt < at ? PAST_APPOINTMENT_NOTIFICATIONS : Object.values(APPOINTMENT_NOTIFICATIONS);
  const link = `/calendar?appointment=${encodeURIComponent(id)}`;
  return { ...worded(pick(random, notifications), link, words), props, created_by: SYSTEM };
}

/** Returns a notification about a planned appointment. */
export function aboutPlanned(
  world: World,
  { visit, told, random }: PlannedNotification,
  at: number,
): Subject {
  const [patient = ''] = visit.patients;
  const who = world.patientName(patient);
  const words = { who, what: visit.visit, when: `${WHEN.format(visit.startAt)} UTC` };
  return {
    ...worded(
      APPOINTMENT_NOTIFICATIONS[told],
      `/calendar?appointment=${encodeURIComponent(visit.id)}`,
      words,
    ),
    props: appointmentProps(random, visit, at),
    created_by: SYSTEM,
  };
}

function message({ random, patient, who }: Draw): Subject {
  const id = drawId('mesg_', random);
  const words = { who, what: '', when: '' };
  return {
    ...worded(pick(random, MESSAGE_NOTIFICATIONS), `/messages?message=${encodeURIComponent(id)}`, words),
    props: { id, object: 'message', sender: patient, thread: drawId('thrd_', random) },
    created_by: patient,
  };
}

function prescription({ random, patient, who }: Draw): Subject {
  const id = drawId('rxpn_', random);
  const medication = pick(random, MEDICATIONS);
  return {
    ...worded(
      pick(random, PRESCRIPTION_NOTIFICATIONS),
      `/prescriptions?prescription=${encodeURIComponent(id)}`,
      {
        who,
        what: medication,
        when: '',
      },
    ),
    props: { id, object: 'prescription', patient, name: medication, quantity: between(random, 1, 3) * 30 },
    created_by: SYSTEM,
  };
}

/** Returns a notification about a requisition, with a text for its status. */
export function aboutRequisition(world: World, random: Random, requisition: Requisition): Subject {
  const status = requisition.status_history.at(-1)?.status ?? '';
  const notification = pick(random, REQUISITION_NOTIFICATIONS[status] ?? [REQUISITION_CHANGED]);
  const words = {
    who: world.patientName(requisition.patient) || 'a patient',
    what: requisition.name || 'a requisition without a name',
    when: '',
  };
  return {
    ...worded(notification, `/requisitions?requisition=${encodeURIComponent(requisition.id)}`, words),
    props: { id: requisition.id, object: 'requisition' },
    created_by: SYSTEM,
  };
}

/** Returns a notification that `who` completed a form. */
export function aboutCompletion(form: Form, who: string): Subject {
  return {
    ...worded(FORM_COMPLETED, `/forms?form=${encodeURIComponent(form.id)}`, {
      who: who || 'a patient',
      what: form.name,
      when: '',
    }),
    props: { id: form.id, object: 'form' },
    created_by: SYSTEM,
  };
}

function other({ random }: Draw): Subject {
  const id = drawId('stmt_', random);
  return {
    ...worded(pick(random, OTHER_NOTIFICATIONS), `/billing?statement=${encodeURIComponent(id)}`, {
      who: '',
      what: '',
      when: '',
    }),
    props: { id, object: 'billing_statement' },
    created_by: SYSTEM,
  };
}

/**
 * Draws the subject of a notification at `at` (epoch milliseconds). `requisition` is one that changed at
 * about that time, or null where there is none.
 */
export function drawSubject(
  world: World,
  random: Random,
  at: number,
  requisition: () => Requisition | null,
): Subject {
  const patient = world.patientId(between(random, 0, world.patientCount - 1));
  const draw: Draw = { world, random, at, patient, who: world.patientName(patient) };
  const kind = random.fraction();
  if (kind < 0.35) return appointment(draw);
  if (kind < 0.6) return message(draw);
  if (kind < 0.73) return prescription(draw);
  const changed = kind < 0.97 ? requisition() : null;
  return changed === null ? other(draw) : aboutRequisition(world, random, changed);
}
