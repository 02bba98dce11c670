import { isDeepStrictEqual } from 'node:util';
import { DOCUMENTED_USER_SETS } from '#contract/forms.ts';
import {
  getEmptyFieldValue,
  REQUISITION_FIELDS,
  type RequisitionField,
} from '#contract/requisition-fields.ts';
import { isJsonObject, type JsonObject } from '#main/engine/api/parse/fields.ts';
import { readCurrentStatus } from '#main/engine/api/parse/requisition.ts';
import {
  compareAsSets,
  compareByFields,
  compareInAnyOrder,
  compareInOrder,
  isSameReference,
  isSameText,
  isSameTime,
  readItems,
  withoutEmpty,
  type IsSame,
} from './compare-values.ts';

/**
 * The three comparisons between what was sent and what the service holds. *Candidate* is loose, and its
 * differences are shown to the user; *same* is strict enough to act without a question; *confirmed* compares
 * with a response, in which a missing field says nothing.
 */

/** The service assigns an id to an entry that was sent without one. */
const isSameEntryId: IsSame = (left, right) =>
  withoutEmpty(left) === null || withoutEmpty(right) === null || left === right;

const isSameIdSet = compareAsSets(isDeepStrictEqual);

/** Compares sets of users by their names. A set that is not in the document counts too: it restricts the form as well. */
const areSameRestrictions: IsSame = (left, right) => {
  if (!isJsonObject(left) || !isJsonObject(right)) return isDeepStrictEqual(left, right);
  const further = [...Object.entries(left), ...Object.entries(right)]
    .filter(([, ids]) => Array.isArray(ids))
    .map(([set]) => set);
  return compareByFields(
    Object.fromEntries([...DOCUMENTED_USER_SETS, ...further].map((set) => [set, isSameIdSet])),
  )(left, right);
};

const areSameUsers = compareByFields({
  usable_by_all: isDeepStrictEqual,
  usable_by: (left, right) => areSameRestrictions(left ?? {}, right ?? {}),
});

/** Section 4.1: `usable_by` defaults to usable by all. An empty object does not mean that. */
const USABLE_BY_EVERYONE: JsonObject = { usable_by_all: true, usable_by: {} };

const isSameReview = compareByFields({
  status: isSameText,
  requested_by: isSameReference,
  reviewer: isSameReference,
  requested_at: isSameTime,
  review_deadline: isSameTime,
  reviewed_at: isSameTime,
});

const areSameEntries = compareInAnyOrder(isDeepStrictEqual);

/** The order of entries with the latest time decides which status is the current one. */
const isSameHistory: IsSame = (left, right) =>
  areSameEntries(left, right) && readCurrentStatus(left) === readCurrentStatus(right);

/** How the values of a requisition's field are compared, by the kind of the field; undefined where they must be equal. */
function chooseComparison(field: RequisitionField): IsSame | undefined {
  switch (field.kind) {
    case 'line':
    case 'text':
      return isSameText;
    case 'reference':
      return isSameReference;
    case 'entries':
      return compareInOrder(
        compareByFields({ id: isSameEntryId, [field.head]: isSameText, description: isSameText }),
      );
    case 'choice':
    case 'flag':
    case 'list':
    case 'time':
      return undefined;
  }
}

const FIELDS: ReadonlyMap<string, IsSame> = new Map([
  ...REQUISITION_FIELDS.flatMap((field): readonly [string, IsSame][] => {
    const isSame = chooseComparison(field);
    return isSame === undefined ? [] : [[field.wire, isSame]];
  }),
  ...Object.entries({
    id: isSameReference,
    description: isSameText,
    status: isSameText,
    published_version: isSameReference,
    latest_version: isSameReference,
    requested_by: isSameReference,
    reviewer: isSameReference,
    requested_at: isSameTime,
    review_deadline: isSameTime,
    reviewed_at: isSameTime,
    usable_by: (left, right) => areSameUsers(left ?? USABLE_BY_EVERYONE, right ?? USABLE_BY_EVERYONE),
    review: isSameReview,
    reviews: compareInAnyOrder(isSameReview),
    comments: areSameEntries,
    status_history: isSameHistory,
    request_completion_from: compareAsSets(
      compareByFields({ patient: isSameReference, requested_by: isSameReference, requested_at: isSameTime }),
    ),
  } satisfies Readonly<Record<string, IsSame>>),
]);

/**
 * Returns whether two values of a field are *same*: strict enough to act without a question (service's
 * document, sections 2.1 to 2.3). Missing, null and empty are equal for texts, references and lists, never
 * for booleans.
 * @param field the service's name of the field
 */
export function areSameFieldValues(field: string, left: unknown, right: unknown): boolean {
  return (FIELDS.get(field) ?? isDeepStrictEqual)(left, right);
}

/** Whether the response to an accepted change confirms one field that was sent: `unknown` where it lacks the field. */
export type FieldConfirmationByResponse = 'confirmed' | 'differs' | 'unknown';

/**
 * Returns what a response says about a sent field: a field that the response lacks is 'unknown', not
 * 'confirmed'.
 * @param field the service's name of the field
 */
export function compareSentFieldWithResponse(
  field: string,
  sent: unknown,
  answer: JsonObject,
): FieldConfirmationByResponse {
  const isSilent = !Object.hasOwn(answer, field) || (field === 'usable_by' && answer[field] === null);
  if (isSilent) return 'unknown';
  return areSameFieldValues(field, sent, answer[field]) ? 'confirmed' : 'differs';
}

/** The kinds of records that a create makes. */
export type CreatableKind = 'form' | 'requisition';

/** The value of a field in a new record whose create leaves it out: null for an id or a choice. */
function getDefault(field: RequisitionField): unknown {
  return field.kind === 'reference' || field.kind === 'choice' ? null : getEmptyFieldValue(field);
}

const CREATED_FIELDS = REQUISITION_FIELDS.filter((field) => 'editable' in field);

/** The fields of a new record that its create does not send (sections 2.2, 2.3 and 4). */
const DEFAULTS: Readonly<Record<CreatableKind, JsonObject>> = {
  form: { name: '', description: '', usable_by: USABLE_BY_EVERYONE },
  requisition: Object.fromEntries(CREATED_FIELDS.map((field) => [field.wire, getDefault(field)])),
};

/** Fields in which a record must equal a create to count as its possible result (a candidate). */
const IDENTIFYING_FIELDS: Readonly<Record<CreatableKind, readonly string[]>> = {
  form: [],
  requisition: CREATED_FIELDS.filter((field) => 'isRequired' in field).map(({ wire }) => wire),
};

function normalizeName(name: unknown): string {
  return typeof name === 'string' ? name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, '') : '';
}

function isSimilarName(left: unknown, right: unknown): boolean {
  const [mine, theirs] = [normalizeName(left), normalizeName(right)];
  return mine.startsWith(theirs) || theirs.startsWith(mine);
}

/**
 * Returns whether a record may be the result of a create, or an order by another user in its place: same
 * patient, type and provider, and a name that is equal except for case, width and white space, or where one
 * begins with the other. Other fields may differ.
 * @param data the fields of the create, by the service's names
 */
export function mayBeResultOfCreate(kind: CreatableKind, data: JsonObject, record: JsonObject): boolean {
  return (
    IDENTIFYING_FIELDS[kind].every((field) => areSameFieldValues(field, data[field], record[field])) &&
    isSimilarName(data['name'], record['name'])
  );
}

/** A field in which a record differs from a create. */
export interface FieldDifference {
  readonly field: string;
  readonly mine: unknown;
  /** The record's value; undefined where it lacks the field. */
  readonly theirs: unknown;
}

/** Times of a review that the service may set by its own clock, so that any value confirms them (`confirmedWrites`). */
const SERVICE_TIMES: ReadonlySet<string> = new Set(['requested_at', 'reviewed_at']);

/** Returns whether a review of a record has the values of one that was sent. */
export function isReviewLike(sent: unknown, found: unknown): boolean {
  if (!isJsonObject(sent) || !isJsonObject(found)) return false;
  return Object.entries(sent).every(([field, value]) =>
    SERVICE_TIMES.has(field) ? Boolean(found[field]) : areSameFieldValues(field, found[field], value),
  );
}

/** A review that is sent with a create appears in the record's reviews (section 2.3). */
function hasReview(record: JsonObject, review: JsonObject): boolean {
  return readItems(record['reviews'])?.some((found) => isReviewLike(review, found)) === true;
}

/**
 * Returns the documented fields in which a record is not *same* as a create, with both values; an empty list
 * means that it may be adopted. Fields that the create does not send are compared with the document's
 * defaults.
 * @param data the fields of the create, by the service's names
 */
export function listDifferencesFromCreate(
  kind: CreatableKind,
  data: JsonObject,
  record: JsonObject,
): readonly FieldDifference[] {
  const { review, ...sent } = data;
  const wanted: JsonObject = { ...DEFAULTS[kind], ...sent };
  const differences = Object.entries(wanted)
    .filter(([field, mine]) => !areSameFieldValues(field, mine, record[field]))
    .map(([field, mine]): FieldDifference => ({ field, mine, theirs: record[field] }));
  const lacksReview = isJsonObject(review) && !hasReview(record, review);
  return lacksReview
    ? [...differences, { field: 'review', mine: review, theirs: record['reviews'] }]
    : differences;
}

/**
 * Returns the reviews of a record that differs from a create in nothing but its review (assumptions: reviewOnCreate);
 * undefined where it has no difference, or another one.
 */
export function findReviewsIfReviewAloneDiffers(
  differences: readonly FieldDifference[],
): readonly unknown[] | undefined {
  const [only, ...further] = differences;
  return only?.field === 'review' && further.length === 0 ? readItems(only.theirs) : undefined;
}
