import { isDeepStrictEqual } from 'node:util';
import { toList } from '#main/engine/api/parse/fields.ts';
import { addAskedPatientsToEvidence } from '../outbox/asked-patients.ts';
import { isCreateOperation, isOnceOnlyChange } from '../outbox/stored-changes.ts';
import type { SendAttemptEvidence, StoredChange } from '../protocol.ts';

/** Returns the evidence of a once-only change, without what the user has decided on the other computer. */
function toOnceOnlyEvidence({ operation, state, evidence }: StoredChange): SendAttemptEvidence {
  const { sendsAgain: _sendsAgain, sendsUnlisted: _sendsUnlisted, before, ...kept } = evidence;
  if (isCreateOperation(operation)) return { ...kept, mayHaveLeft: true, imported: true };
  // An attempt that certainly failed says nothing about one that the export does not know.
  const isKnown = before !== undefined && state !== 'saved' && state !== 'rejected';
  return { ...kept, imported: true, ...(isKnown ? { before } : {}) };
}

/**
 * Returns a change of an export as it goes into the outbox. The computer that exported it may have sent it since: a
 * once-only change is looked for on the service, and only the user sends it again.
 */
export function resetStateOfImportedChange(change: StoredChange): StoredChange {
  if (isOnceOnlyChange(change.operation, change.data)) {
    const evidence = toOnceOnlyEvidence(change);
    const asked = { question: null, theirs: {}, candidates: [], error: null };
    return { ...change, ...asked, state: 'uncertain', evidence };
  }
  const isMoving = change.state === 'sending' || change.state === 'uncertain';
  const resting = isMoving ? { ...change, state: 'saved' as const } : change;
  // The computer of the export may have asked its patients since.
  return { ...resting, evidence: addAskedPatientsToEvidence(change) };
}

/**
 * Returns the imported change without the patients that a later change on this computer also contains; null if no
 * patient is left.
 */
function withoutLaterChangedPatients(
  imported: StoredChange,
  own: readonly StoredChange[],
): StoredChange | null {
  const later = own.filter(({ savedAt }) => savedAt >= imported.savedAt);
  const named = new Set(later.flatMap(({ data }) => [...toList(data['ask']), ...toList(data['withdraw'])]));
  const [ask, withdraw] = [imported.data['ask'], imported.data['withdraw']].map((list) =>
    toList(list).filter((patient) => !named.has(patient)),
  );
  const left = (ask?.length ?? 0) + (withdraw?.length ?? 0);
  return left === 0 ? null : { ...imported, data: { ...imported.data, ask, withdraw } };
}

/** Asks the user about the fields to which pending changes of the same record on this computer give another value. */
function askAboutFields(imported: StoredChange, own: readonly StoredChange[]): StoredChange {
  const here = Object.assign({}, ...own.map(({ data }) => data)) as StoredChange['data']; // Fields of later changes replace those of earlier ones.
  const theirs = Object.fromEntries(
    Object.entries(here).filter(
      ([field, value]) =>
        Object.hasOwn(imported.data, field) && !isDeepStrictEqual(value, imported.data[field]),
    ),
  );
  if (Object.keys(theirs).length === 0) return imported;
  return { ...imported, state: 'needs-you', question: 'conflict', theirs };
}

/**
 * Returns an imported change so that it can be saved with the pending changes that its record has on this
 * computer: neither overwrites the other without the user.
 * @param own the changes of the record that were here before
 * @returns null where a later change here has replaced it
 */
export function adjustImportedToPendingChanges(
  imported: StoredChange,
  own: readonly StoredChange[],
): StoredChange | null {
  const same = own.filter(({ operation }) => operation === imported.operation);
  if (own.length === 0 || imported.state === 'uncertain') return imported;
  switch (imported.operation) {
    case 'notifications.update':
      return same.some(({ savedAt }) => savedAt >= imported.savedAt) ? null : imported;
    case 'forms.delete':
      return same.length > 0 ? null : { ...imported, state: 'needs-you', question: 'changed' };
    case 'forms.completion':
      return withoutLaterChangedPatients(imported, same);
    default:
      return askAboutFields(imported, own);
  }
}
