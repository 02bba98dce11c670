import type { PendingField, PendingOperation, Question, Resolution } from '#contract/outbox.ts';

/** Whose value of a field to keep. */
export type Side = 'mine' | 'theirs';
export type Sides = ReadonlyMap<string, Side>;

/** The fields that both the user and another user changed. */
export function disputed({ fields }: Pick<PendingOperation, 'fields'>): readonly PendingField[] {
  return fields.filter(({ theirs }) => theirs !== null);
}

/** Chooses the same side for all disputed fields. */
export function allOn(side: Side, fields: readonly PendingField[]): Sides {
  return new Map(fields.map(({ field }) => [field, side]));
}

/** The disputed fields for which a side was chosen. */
export function chosenFor(side: Side, fields: readonly PendingField[], sides: Sides): readonly string[] {
  return fields.map(({ field }) => field).filter((field) => sides.get(field) === side);
}

/** Converts the choices to a resolution; null while a choice is missing. */
export function getResolution(fields: readonly PendingField[], sides: Sides): Resolution | null {
  const mine = chosenFor('mine', fields, sides);
  const theirs = chosenFor('theirs', fields, sides);
  if (mine.length + theirs.length < fields.length) return null;
  return { take: 'fields', mine };
}

/** The actions for a change that needs a decision, besides discarding it. */
export interface Offers {
  /** Sending it again may apply it twice, so the user must confirm (`asks`); `calm` is harmless. */
  readonly again: 'calm' | 'asks' | null;
  readonly look: boolean;
}

const NOTHING: Offers = { again: null, look: false };
const LOST: Offers = { again: 'asks', look: true };

/** The actions by question. Sending again needs confirmation if the change may have been applied already. */
const BY_QUESTION: Readonly<Record<Question, Offers>> = {
  conflict: NOTHING,
  changed: { again: 'calm', look: false },
  'asked-before': { again: 'calm', look: false },
  gone: { again: 'calm', look: false },
  'already-there': { again: 'asks', look: false },
  'odd-answer': { again: 'asks', look: false },
  'not-listed': LOST,
  'none-found': LOST,
  'several-found': LOST,
  'not-seen': LOST,
  'may-be-sent': LOST,
  'another-user': { again: 'calm', look: false },
};

/** The actions offered for a change, by its question. */
export function offersFor({ state, question }: Pick<PendingOperation, 'state' | 'question'>): Offers {
  if (state === 'uncertain') return { again: null, look: true };
  if (state === 'rejected') return { again: 'calm', look: false };
  return state !== 'needs-you' || question === null ? NOTHING : BY_QUESTION[question];
}

/** Label of the button that sends a change again, by the change's question. */
export function againLabel({
  question,
}: Pick<PendingOperation, 'question'>): 'sendAgain' | 'sendAllTheSame' | 'askAgain' {
  if (question === 'changed' || question === 'another-user') return 'sendAllTheSame';
  return question === 'asked-before' ? 'askAgain' : 'sendAgain';
}
