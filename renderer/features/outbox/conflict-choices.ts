import type {
  PendingFieldChange,
  PendingChange,
  OutboxQuestion,
  OutboxResolution,
} from '#contract/outbox.ts';
import { listPatientsInField } from '#renderer/state/forms/completion-requests.ts';

/** Whose value of a disputed field is kept: the user's or that of the service. */
export type ConflictSide = 'mine' | 'theirs';
export type ChosenSides = ReadonlyMap<string, ConflictSide>;

/** The fields that both the user and another user changed. */
export function listFieldsChangedByBoth({
  fields,
}: Pick<PendingChange, 'fields'>): readonly PendingFieldChange[] {
  return fields.filter(({ theirs }) => theirs !== null);
}

/** Chooses the same side for all disputed fields. */
export function chooseSideForAllFields(
  side: ConflictSide,
  fields: readonly PendingFieldChange[],
): ChosenSides {
  return new Map(fields.map(({ field }) => [field, side]));
}

/** Returns the names of the disputed fields for which this side was chosen. */
export function listFieldsOfSide(
  side: ConflictSide,
  fields: readonly PendingFieldChange[],
  sides: ChosenSides,
): readonly string[] {
  return fields.map(({ field }) => field).filter((field) => sides.get(field) === side);
}

/** Converts the choices to a resolution; null while a choice is missing. */
export function toConflictResolution(
  fields: readonly PendingFieldChange[],
  sides: ChosenSides,
): OutboxResolution | null {
  const mine = listFieldsOfSide('mine', fields, sides);
  const theirs = listFieldsOfSide('theirs', fields, sides);
  if (mine.length + theirs.length < fields.length) return null;
  return { take: 'fields', mine };
}

/** The actions for a change that needs a decision, besides discarding it. */
export interface ResendAndReconcileActions {
  /** Sending it again may apply it twice, so the user must confirm (`asks`); `calm` is harmless. */
  readonly sendAgain: 'calm' | 'asks' | null;
  readonly canReconcile: boolean;
}

const NO_ACTIONS: ResendAndReconcileActions = { sendAgain: null, canReconcile: false };
const LOST_ACTIONS: ResendAndReconcileActions = { sendAgain: 'asks', canReconcile: true };

/** The actions by question. Sending again needs confirmation if the change may have been applied already. */
const BY_QUESTION: Readonly<Record<OutboxQuestion, ResendAndReconcileActions>> = {
  conflict: NO_ACTIONS,
  changed: { sendAgain: 'calm', canReconcile: false },
  'asked-before': { sendAgain: 'calm', canReconcile: false },
  gone: { sendAgain: 'calm', canReconcile: false },
  'already-there': { sendAgain: 'asks', canReconcile: false },
  'odd-answer': { sendAgain: 'asks', canReconcile: false },
  'not-listed': LOST_ACTIONS,
  'none-found': LOST_ACTIONS,
  'several-found': LOST_ACTIONS,
  'not-seen': LOST_ACTIONS,
  'may-be-sent': LOST_ACTIONS,
  'another-user': { sendAgain: 'calm', canReconcile: false },
  'never-created': NO_ACTIONS,
};

/** The actions offered for a change, by its question. */
export function getResendAndReconcileActions({
  state,
  question,
}: Pick<PendingChange, 'state' | 'question'>): ResendAndReconcileActions {
  if (state === 'uncertain') return { sendAgain: null, canReconcile: true };
  if (state === 'rejected') return { sendAgain: 'calm', canReconcile: false };
  return state !== 'needs-you' || question === null ? NO_ACTIONS : BY_QUESTION[question];
}

/** Questions that are asked before a change is sent for the first time, unless an earlier attempt may have arrived. */
const ASKED_BEFORE_SENDING: ReadonlySet<OutboxQuestion | null> = new Set([
  'changed',
  'another-user',
  'already-there',
  'not-listed',
]);

/** Label of the button that sends a change, again or for the first time. */
export function getSendAgainTextKey({
  question,
  mayHaveArrived,
}: Pick<PendingChange, 'question' | 'mayHaveArrived'>): 'sendAgain' | 'sendAllTheSame' | 'askAgain' {
  if (ASKED_BEFORE_SENDING.has(question) && !mayHaveArrived) return 'sendAllTheSame';
  return question === 'asked-before' ? 'askAgain' : 'sendAgain';
}

/**
 * Returns whether something is left to send of completion requests some of which may have been fulfilled before: other
 * patients to ask, or requests to withdraw.
 */
export function asksMoreThanBefore(change: Pick<PendingChange, 'question' | 'fields'>): boolean {
  if (change.question !== 'asked-before') return false;
  const before = listPatientsInField(change, 'ask', 'theirs');
  const isNew = (patient: string): boolean => !before.includes(patient);
  return listPatientsInField(change, 'ask').some(isNew) || listPatientsInField(change, 'withdraw').length > 0;
}
