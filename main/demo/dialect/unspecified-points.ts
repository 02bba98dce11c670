/** A point that the service's document leaves open, and the possible behaviours of a service. Pure data. */

export interface UnspecifiedPoint {
  /** The document's sentence that leaves the point open. */
  readonly open: string;
  /** The possible values; the first is that of the `plain` dialect. */
  readonly values: readonly [string, ...string[]];
  /** A sentence of the document that some of the values follow in meaning but not literally. */
  readonly reinterprets?: string;
}

const STATUS_CODES = 'Section 7: error response format, status codes and error conditions: not shown.';
const ORDERING = 'Section 4.3: ordering of list results for all list endpoints: not shown.';
const LIMITS = 'Section 8: default and maximum limit, and rate limits: not shown.';
const FILTERS =
  'Section 4.2 names the query parameter; what it is compared with is not said beyond its type.';
const LAST_UPDATE = 'Section 2.3: last_updated_at is a timestamp; which changes move it is not said.';

/** All points that the service's document leaves open; a dialect has one value for each. */
export const UNSPECIFIED_POINTS = {
  emptyText: {
    open: 'Section 2.1: empty text is ""; it does not say what a text holds that was never given.',
    values: ['empty', 'null', 'missing'],
  },
  emptyReference: {
    open: 'Section 2.3: service_facility is a string, and section 2.1: absent references are null. Which holds without a facility is not said.',
    values: ['empty', 'null', 'missing'],
  },
  emptyList: {
    open: 'Section 2.3: diagnoses and scripts are arrays; it does not say what an absent list looks like.',
    values: ['array', 'null', 'missing'],
  },
  openReviewDates: {
    open: 'Section 2.3: a review has three timestamps; it does not say what those hold that have not happened.',
    values: ['null', 'missing', 'empty'],
  },
  createdAnswer: {
    open: STATUS_CODES,
    values: ['200', '201', '202-id'],
    reinterprets: 'Section 4: the response of a create is the resource.',
  },
  updatedAnswer: {
    open: `${STATUS_CODES} Section 4: the response of an update is the resource; as it was when, is not said.`,
    values: ['after', 'before', '202-id', '204'],
    reinterprets: 'Section 4: the response of an update is the resource.',
  },
  storedText: {
    open: 'Section 2 gives texts no length and no form; whether they come back to the letter is not said.',
    values: ['as-sent', 'trimmed', 'nfc', 'cut-255'],
  },
  entryIds: {
    open: 'Section 2.3: diagnoses and scripts have an id; whether one that is sent along is kept is not said.',
    values: ['kept', 'new'],
  },
  extraFields: {
    open: 'Section 9: version policy, deprecation and compatibility rules: not shown.',
    values: ['none', 'some'],
  },
  errorBody: {
    open: STATUS_CODES,
    values: ['message', 'nested', 'list', 'text'],
  },
  refusedStatus: {
    open: STATUS_CODES,
    values: ['400', '422'],
  },
  forbiddenStatus: {
    open: `${STATUS_CODES} Section 5: the permissions that the tokens grant: not shown.`,
    values: ['403', '404'],
  },
  deletedStatus: {
    open: STATUS_CODES,
    values: ['404', '410'],
  },
  pageCap: {
    open: LIMITS,
    values: ['500', '50', '10', 'refused-over-100'],
  },
  defaultLimit: {
    open: LIMITS,
    values: ['100', '20', '5'],
  },
  requestLimit: {
    open: LIMITS,
    values: ['none', '30-then-5-a-second', '60-then-1-a-second'],
  },
  retryAfter: {
    open: `${LIMITS} ${STATUS_CODES}`,
    values: ['seconds', 'date', 'none'],
  },
  order: {
    open: ORDERING,
    values: ['updated-desc', 'created-desc', 'updated-asc', 'created-asc', 'id', 'random'],
  },
  ties: {
    open: ORDERING,
    values: ['steady', 'shuffled'],
  },
  times: {
    open: 'Section 2.2 declares created_at as a number and section 2.4 shows another form than section 2.1: the forms differ in the document itself.',
    values: ['milliseconds', 'microseconds', 'offset', 'numbers'],
    reinterprets: 'Section 2.1: ISO 8601 strings with millisecond precision and a Z suffix.',
  },
  reviewMoves: {
    open: LAST_UPDATE,
    values: ['moved', 'unmoved'],
  },
  commentMoves: {
    open: LAST_UPDATE,
    values: ['moved', 'unmoved'],
  },
  completionMoves: {
    open: 'Section 2.2: the patient is removed from request_completion_from automatically; whether that moves last_updated_at is not said.',
    values: ['moved', 'unmoved'],
  },
  readMoves: {
    open: `Section 2.4: a notification carries no time of its last change. ${ORDERING}`,
    values: ['unmoved', 'moved'],
  },
  search: {
    open: 'Section 4.2: case-insensitive partial match on requisition name; which parts count is not said.',
    values: ['substring', 'prefix', 'whole-word', 'unaccented', 'ignored'],
    reinterprets: 'Section 4.2: search is a case-insensitive partial match on requisition name.',
  },
  patientFilter: {
    open: FILTERS,
    values: ['honoured', 'ignored'],
  },
  searchOn: {
    open: 'Section 4.3: only notifications created on that date are returned; whose day it is is not said.',
    values: ['utc-day', 'local-day', 'ignored'],
    reinterprets: 'Section 4.3: search_on returns only notifications created on that date.',
  },
  createdVisible: {
    open: 'Section 4: nothing is said of when a list shows a new record, nor of whose records a list holds.',
    values: ['at-once', 'after-5s', 'after-3min', 'after-30min', 'never'],
  },
  changedRead: {
    open: 'Section 4: the response of a GET is the resource; how soon after a change it shows the change is not said.',
    values: ['at-once', 'after-500ms', 'after-1500ms', 'after-10s'],
  },
  changedListed: {
    open: 'Section 4: the response of a list holds resources; how soon after a change, a create or a delete it shows it is not said.',
    values: ['at-once', 'after-1500ms', 'after-30s'],
  },
  reviewSent: {
    open: 'Section 2.3: the object accepted as review on create and update: its fields are not shown.',
    values: ['closes-open', 'appended'],
  },
  requestStamps: {
    open: 'Section 4.1: the element shape of request_completion_from when sent on update: not shown.',
    values: ['as-sent', 'own', 'renewed'],
  },
  entityTags: {
    open: 'Section 4: nothing is said of ETag and If-None-Match.',
    values: ['none', 'sent'],
  },
  ids: {
    open: 'Section 2.1: each prefix is followed by an opaque string <id>.',
    values: ['hex', 'awkward'],
  },
  reviewOnCreate: {
    open: 'Section 2.3 says of reviews "Empty array on creation", and section 4.2 lets a create accept `review`: which holds for a create with a review is not said.',
    values: ['added', 'not-added'],
  },
  listEnd: {
    open: `Section 8: \`offset\` is the number of results to skip; what an offset at or behind the end is answered with is not said. ${STATUS_CODES}`,
    values: ['empty', '400', '404'],
  },
  formEdits: {
    open: 'Section 3: has_unpublished_changes is set as supplied; whether an update of other fields sets it too is not shown.',
    values: ['unmarked', 'marked'],
  },
  notificationsListed: {
    open: 'Section 4.3: `user` (recipient) is an optional filter of the list of notifications. Whose notifications a list without it holds is not said.',
    values: ['all', 'own'],
  },
  deletedAnswer: {
    open: STATUS_CODES,
    values: ['envelope', '204'],
    reinterprets: 'Section 4.1: the response of a delete is the delete envelope.',
  },
} as const satisfies Readonly<Record<string, UnspecifiedPoint>>;

export type UnspecifiedPointName = keyof typeof UNSPECIFIED_POINTS;

/** The union of the values that a named point can take. */
export type UnspecifiedPointValue<Name extends UnspecifiedPointName> =
  (typeof UNSPECIFIED_POINTS)[Name]['values'][number];

/** The value that a dialect has for each open point. */
export type DialectChoices = { readonly [Name in UnspecifiedPointName]: UnspecifiedPointValue<Name> };

export const UNSPECIFIED_POINT_NAMES = Object.keys(UNSPECIFIED_POINTS) as readonly UnspecifiedPointName[]; // Its keys are the names.
