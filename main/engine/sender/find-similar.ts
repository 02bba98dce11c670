import type { MatchCandidate } from '#contract/outbox.ts';
import { ok, type Result } from '#contract/result.ts';
import { isResponseTimeoutAfterConnect } from '#main/engine/api/errors.ts';
import { listForms } from '#main/engine/api/forms.ts';
import { type RawResource, parseListEnvelope } from '#main/engine/api/parse/envelope.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import { parseForm } from '#main/engine/api/parse/form.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import { listRequisitions } from '#main/engine/api/requisitions.ts';
import type { StoredChange } from '#main/engine/local/protocol.ts';
import {
  mayBeResultOfCreate,
  listDifferencesFromCreate,
  type CreatableKind,
  type FieldDifference,
} from './compare-records.ts';
import type { SendContext } from './context.ts';
import { type ListReadResult, type ReadListPage, readWholeList } from './read-whole-list.ts';

/** A record at the service that a create may have made. */
export interface PossibleCreateResult {
  readonly id: string;
  readonly createdBy: string;
  readonly createdAt: MatchCandidate['createdAt'];
  readonly value: JsonObject;
  readonly text: string;
}

/**
 * A record at the service that a create may have made, with its creator and its differences from the create.
 */
export interface SimilarRecordComparedWithCreate extends PossibleCreateResult {
  /** Whether this account's user created it; 'unknown' where the account or the record does not say. */
  readonly creator: 'user' | 'another' | 'unknown';
  readonly differences: readonly FieldDifference[];
}

export interface SimilarRecordSearchResult {
  readonly records: readonly SimilarRecordComparedWithCreate[];
  /** Whether the list in which they were searched for is known to its end. */
  readonly isCertain: boolean;
}

/** Returns the kind of a create. Only forms and requisitions can be created. */
export function getCreatableKind({ kind }: Pick<StoredChange, 'kind'>): CreatableKind {
  return kind === 'form' ? 'form' : 'requisition';
}

/** Reads a resource as the possible result of a create; null where it has another kind. */
export function parsePossibleCreateResult(
  kind: CreatableKind,
  { text, value }: RawResource,
): PossibleCreateResult | null {
  const reading = kind === 'form' ? parseForm(value) : parseRequisition(value);
  if (!reading.ok) return null;
  const { id, createdBy, createdAt } = reading.record;
  return { id, createdBy, createdAt, value: value as JsonObject, text }; // The parser has accepted it, and accepts objects only.
}

/**
 * Returns a reader of the list that a create adds to: all forms, or the requisitions of one patient (section
 * 4.2).
 */
export function createListPageReaderForCreate(
  context: SendContext,
  { kind, data }: StoredChange,
): ReadListPage {
  return async (paging) => {
    const reply = await context.send((http) =>
      kind === 'form'
        ? listForms(http, paging)
        : listRequisitions(http, { ...paging, patient: String(data['patient']) }),
    );
    return reply.ok ? parseListEnvelope(reply.value.bytes) : reply;
  };
}

/**
 * Reads the whole list with the record of a change, or with the result of a create: all forms, or one
 * patient's requisitions. No other change is sent while it is read: a list counts as the state right before a
 * create only if the create follows it at once, and changes are sent one at a time. So that a slow list does
 * not hold up the others for long, an attempt ends with the first page that takes too long. The end of an empty list
 * is not certain where the cache held records of it when a create was saved, or holds another form than one to delete.
 */
export async function readListNeededByChange(
  context: SendContext,
  change: StoredChange,
): Promise<Result<ListReadResult>> {
  const { pageSizes } = context;
  const listed = await readWholeList(
    createListPageReaderForCreate(context, change),
    pageSizes.getLimit(change),
  );
  if (!listed.ok) {
    if (isResponseTimeoutAfterConnect(listed.error)) pageSizes.noteSlow(change);
    return listed;
  }
  pageSizes.noteRead(change);
  const { resources, isCertain } = listed.value;
  if (resources.length > 0 || !isCertain) return ok({ resources, isCertain });
  // An empty list in which records were known is more probably a failure of the service than their end.
  const known = await listIdsExpectedInList(context, change);
  return known.ok ? ok({ resources, isCertain: known.value.length === 0 }) : known;
}

/** Returns the ids of the cached records that the list of a change should hold, whatever became of the change. */
async function listIdsExpectedInList(
  context: SendContext,
  { operation, target, evidence: { knownAtSave = [] } }: StoredChange,
): Promise<Result<readonly string[]>> {
  if (operation !== 'forms.delete') return ok(knownAtSave);
  const cached = await context.listCachedFormIds();
  return cached.ok ? ok(cached.value.filter((id) => id !== target)) : cached;
}

function judgeCreator(
  { userId }: SendContext,
  { createdBy }: PossibleCreateResult,
): SimilarRecordComparedWithCreate['creator'] {
  if (userId === null || createdBy === '') return 'unknown';
  return createdBy === userId ? 'user' : 'another';
}

/**
 * Lists the records at the service that are similar to the result of a create, except those that creates of
 * this computer are known to have made. The only filter is `patient`, and only to shorten the list: the
 * results are checked.
 */
export async function findSimilarRecords(
  context: SendContext,
  change: StoredChange,
): Promise<Result<SimilarRecordSearchResult>> {
  const listing = await readListNeededByChange(context, change);
  if (!listing.ok) return listing;
  const kind = getCreatableKind(change);
  const similar = listing.value.resources
    .map((resource) => parsePossibleCreateResult(kind, resource))
    .filter((created) => created !== null)
    .filter(({ value }) => mayBeResultOfCreate(kind, change.data, value));
  const own = await context.filterOwnCreations(similar.map(({ id }) => id));
  if (!own.ok) return own;
  const records = similar
    .filter(({ id }) => !own.value.includes(id))
    .map((created) => ({
      ...created,
      creator: judgeCreator(context, created),
      differences: listDifferencesFromCreate(kind, change.data, created.value),
    }));
  return ok({ records, isCertain: listing.value.isCertain });
}

function toText(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/**
 * Prepares similar records for the user's question: caches them, so that they can be opened, and lists their
 * differences.
 */
export async function cacheAndBuildMatchCandidates(
  context: SendContext,
  kind: CreatableKind,
  records: readonly (PossibleCreateResult & Pick<SimilarRecordComparedWithCreate, 'differences'>)[],
): Promise<readonly MatchCandidate[]> {
  for (const { text } of records) await context.storeReadInCache(kind, text);
  return records.map(({ id, createdBy, createdAt, value, differences }) => ({
    id,
    createdBy,
    createdAt,
    name: typeof value['name'] === 'string' ? value['name'] : '',
    differences: differences.map(({ field, mine, theirs }) => ({
      field,
      mine: JSON.stringify(mine),
      theirs: toText(theirs),
    })),
  }));
}
