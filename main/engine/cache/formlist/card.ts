import { formState, type Form, type FormState } from '#contract/form.ts';
import type { PendingState } from '#contract/pending-state.ts';
import type { EpochMs } from '#contract/time.ts';
import { nameKey } from '../worklist/columns.ts';
import { normalizeTexts } from '../worklist/searched-text.ts';

/** A form as the list of forms finds, orders and shows it. */
export interface FormCard {
  readonly id: string;
  readonly record: Form;
  /** What tells the cached version from others, hex digits; null where none is cached. */
  readonly hash: string | null;
  /** How its unsent changes stand; null where there are none. */
  readonly pending: PendingState | null;
  readonly state: FormState;
  readonly nameKey: string;
  /** Name and description, folded. */
  readonly text: string;
  /** Everybody and every place in it, each once. */
  readonly people: readonly string[];
  /** When the oldest open request was made; null without one, or where none says. */
  readonly oldestRequestAt: EpochMs | null;
}

/** The ids in the sets of those who may use a form (service's document, section 2.2). */
export function idsInSets({ usableBy }: Form): readonly string[] {
  const { medicalCenters, specializations, peerGroups, individuals } = usableBy;
  return [...medicalCenters, ...specializations, ...peerGroups, ...individuals];
}

function findPeople(record: Form): readonly string[] {
  const asked = record.requestCompletionFrom.flatMap(({ patient, requestedBy }) => [patient, requestedBy]);
  return [...new Set([record.createdBy, ...asked, ...idsInSets(record)])].filter((id) => id !== '');
}

function getOldest({ requestCompletionFrom }: Form): EpochMs | null {
  return requestCompletionFrom.reduce<EpochMs | null>(
    (oldest, { requestedAt }) =>
      requestedAt !== null && (oldest === null || requestedAt < oldest) ? requestedAt : oldest,
    null,
  );
}

/** Makes the card of a form. */
export function toCard(record: Form, { hash, pending }: Pick<FormCard, 'hash' | 'pending'>): FormCard {
  return {
    id: record.id,
    record,
    hash,
    pending,
    state: formState(record),
    nameKey: nameKey(record.name),
    text: normalizeTexts([record.name, record.description]),
    people: findPeople(record),
    oldestRequestAt: getOldest(record),
  };
}
