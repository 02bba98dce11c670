import type { Clock } from '#main/base/clock.ts';
import { type RandomGenerator, createSeededRandom } from '#main/base/random.ts';
import type { DemoClinicState } from './clinic.ts';
import { formatNotificationTime } from './timestamps.ts';
import { pickElement } from './random-choices.ts';
import type { DemoRequisition } from './resources.ts';
import { completeForm, createFormInClinic, deleteFormInClinic, updateFormInClinic } from './rules/forms.ts';
import { updateNotification } from './rules/notifications.ts';
import {
  storeChangedRequisition,
  addCommentOfOtherUser,
  createRequisitionInClinic,
  updateRequisitionInClinic,
} from './rules/requisitions.ts';
import {
  toCompletionNotificationContent,
  toRequisitionNotificationContent,
  generateNotificationContent,
  type NotificationContent,
} from './seed/notification-contents.ts';

export interface SimulationDeps {
  readonly clinic: DemoClinicState;
  readonly clock: Clock;
  readonly random: RandomGenerator;
  /** Milliseconds between two events. */
  readonly interval: number;
}

/** The page request for the records that events may affect: the most recently changed ones. */
const RECENT = { order: 'updated-desc', filter: null, offset: 0, limit: 200 } as const;

/** Triggers events repeatedly, until the signal aborts. */
export async function runSimulation(simulation: SimulationDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await simulation.clock.wait(simulation.interval, signal);
    triggerRandomEvent(simulation);
  }
}

/** Triggers one event: results arrive, a patient completes a form, or a message arrives. */
export function triggerRandomEvent(simulation: SimulationDeps): void {
  const draw = simulation.random.fraction();
  if (draw < 0.45 && deliverResults(simulation)) return;
  if (draw < 0.65 && completeRandomForm(simulation)) return;
  notify(
    simulation,
    generateNotificationContent(
      simulation.clinic.seedData,
      simulation.random,
      simulation.clock.now(),
      () => null,
    ),
  );
}

function deliverResults(simulation: SimulationDeps): boolean {
  const { clinic, random } = simulation;
  const waiting = clinic.requisitions
    .page(RECENT)
    .filter((one) => one.status_history.at(-1)?.status === 'sent');
  if (waiting.length === 0) return false;
  const requisition = pickElement(random, waiting);
  notify(
    simulation,
    toRequisitionNotificationContent(clinic.seedData, random, receiveResults(clinic, requisition)),
  );
  return true;
}

function receiveResults(clinic: DemoClinicState, requisition: DemoRequisition): DemoRequisition {
  const received = {
    status: 'results_received',
    changed_by: requisition.ordering_provider,
    changed_at: clinic.now(),
  };
  return storeChangedRequisition(clinic, {
    ...requisition,
    requisition_result: clinic.newId('rslt_'),
    status_history: [...requisition.status_history, received],
  });
}

function completeRandomForm(simulation: SimulationDeps): boolean {
  const { clinic, random } = simulation;
  const requested = clinic.forms.page(RECENT).filter((form) => form.request_completion_from.length > 0);
  if (requested.length === 0) return false;
  const form = pickElement(random, requested);
  const { patient } = pickElement(random, form.request_completion_from);
  completeForm(clinic, form.id, patient);
  notify(simulation, toCompletionNotificationContent(form, clinic.seedData.patientName(patient)));
  return true;
}

/** Creates a notification, for the clinic's user where no other is named; returns its identifier. */
function notify(
  { clinic, clock }: Pick<SimulationDeps, 'clinic' | 'clock'>,
  subject: NotificationContent,
  user = clinic.seedData.userId,
): string {
  const id = clinic.newId('notf_');
  clinic.notifications.create({
    id,
    object: 'notification',
    user,
    read: false,
    ...subject,
    created_at: formatNotificationTime(clock.now()),
  });
  return id;
}

/**
 * Changes made by other users: they follow the same rules, but no request arrives, and the write log does not
 * contain them.
 */
export interface OtherUserChanges {
  /** Bodies are those of the endpoints. Each method returns the identifier of the record. */
  createForm(body: unknown): string;
  updateForm(id: string, body: unknown): string;
  deleteForm(id: string): void;
  createRequisition(body: unknown): string;
  updateRequisition(id: string, body: unknown): string;
  updateNotification(id: string, body: unknown): string;
  /** Adds a comment to a requisition. */
  comment(id: string, text: string): void;
  /** Revokes this user's right to see a record, or restores it. */
  forbid(id: string): void;
  allow(id: string): void;
  /** Creates a notification, for the clinic's user where no other is named; returns its identifier. */
  notify(user?: string): string;
}

const SEED = 1;

/** Creates the changes made by other users of the clinic. */
export function createOtherUserChanges(clinic: DemoClinicState, clock: Clock): OtherUserChanges {
  const random = createSeededRandom(SEED);
  return {
    createForm: (body) => createFormInClinic(clinic, body).id,
    updateForm: (id, body) => updateFormInClinic(clinic, id, body).id,
    deleteForm: (id) => deleteFormInClinic(clinic, id),
    createRequisition: (body) => createRequisitionInClinic(clinic, body).id,
    updateRequisition: (id, body) => updateRequisitionInClinic(clinic, id, body).id,
    updateNotification: (id, body) => updateNotification(clinic, id, body).id,
    comment: (id, text) => addCommentOfOtherUser(clinic, id, text),
    forbid: (id) => clinic.access.forbid(id),
    allow: (id) => clinic.access.allow(id),
    notify: (user) =>
      notify(
        { clinic, clock },
        generateNotificationContent(clinic.seedData, random, clock.now(), () => null),
        user,
      ),
  };
}
