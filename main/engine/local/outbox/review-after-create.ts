import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { listFieldsDecidedByChange } from '../decision-base.ts';
import type { StoredChange } from '../protocol.ts';
import { findPatientOfCreate, insertStoredChange, updateStoredChange } from './stored-changes.ts';

/** A create that is done, but whose review its new record lacks. */
interface CreateWithoutReview {
  readonly create: StoredChange;
  /** The id of the new record at the service. */
  readonly realId: string;
  /** The new record as far as it is known. */
  readonly record: JsonObject;
  /** The reviews that the record has instead. */
  readonly otherReviews: readonly unknown[];
}

/** Returns the create as it was carried out: without its review. */
export function omitReview({ data, ...create }: StoredChange): StoredChange {
  const { review: _review, ...carriedOut } = data;
  return { ...create, data: carriedOut };
}

function pickEvidence({ sendsAs, imported, rewound }: StoredChange['evidence']): StoredChange['evidence'] {
  return {
    ...(sendsAs === undefined ? {} : { sendsAs }),
    ...(imported === undefined ? {} : { imported }),
    ...(rewound === undefined ? {} : { rewound }),
  };
}

/**
 * Saves the review of a create as a change of its own, in the transaction that closes the create (assumptions:
 * reviewOnCreate). It is sent only where the record has no review yet. Where it has another one, the service may have stored
 * the review in another form: the user is asked about the review alone, and never whether to order again.
 */
export function saveReviewOfCreate(
  db: WritableDb,
  { create, realId, record, otherReviews }: CreateWithoutReview,
): void {
  const { data, label, savedBy, savedAt } = create;
  const review = { review: data['review'] };
  const fields = listFieldsDecidedByChange('requisitions.update', review);
  const evidence = pickEvidence(create.evidence);
  // Another computer may have sent the review of an imported create, and a restored store too.
  const isUnknown = evidence.imported === true || evidence.rewound === true;
  const fresh = {
    operation: 'requisitions.update',
    kind: 'requisition',
    target: realId,
    data: review,
    base: Object.fromEntries(
      fields.filter((field) => Object.hasOwn(record, field)).map((field) => [field, record[field]]),
    ),
    label,
    patient: findPatientOfCreate(create),
    savedBy,
    state: isUnknown ? 'uncertain' : 'saved',
    question: null,
    theirs: {},
    candidates: [],
    error: null,
    evidence,
    attempts: 0,
    savedAt,
    triedAt: null,
  } as const;
  const number = insertStoredChange(db, fresh, null);
  if (otherReviews.length === 0) return;
  updateStoredChange(db, {
    ...fresh,
    number,
    state: 'needs-you',
    question: 'odd-answer',
    theirs: { review: otherReviews.at(-1) },
    evidence: { ...evidence, before: { reviews: [] } },
  });
}
