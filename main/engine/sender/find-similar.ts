import { isDeepStrictEqual } from 'node:util';
import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { MatchCandidate } from '#contract/outbox.ts';
import { ok, type ErrorCode, type Result } from '#contract/result.ts';
import { isResponseTimeoutAfterConnect } from '#main/engine/api/errors.ts';
import { listForms } from '#main/engine/api/forms.ts';
import type { LimitAndOffset } from '#main/engine/api/http-types.ts';
import { ListEndProbes } from '#main/engine/api/list-end-probes.ts';
import { type RawResource, parseListEnvelope } from '#main/engine/api/parse/envelope.ts';
import { isJsonObject, type JsonObject } from '#main/engine/api/parse/fields.ts';
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

/** Passes in a row without a new record, after which a list that changes counts as known. */
const QUIET_PASSES = 3;
const MAX_PASSES = 20;
/**
 * Pages in a row that reach further without a new record, after which a pass ends without an end of the list.
 */
const MAX_STALE_PAGES = 3;
/** Maximum number of pages of a listing, over all passes. */
const MAX_PAGES = 1_000;

/** The records of a whole list that was read, and whether it is certainly complete. */
interface ListReadResult {
  readonly resources: readonly RawResource[];
  /** Whether the listing is certainly complete; else the service gave no reliable end. */
  readonly isCertain: boolean;
}

export type ReadListPage = (paging: Required<LimitAndOffset>) => Promise<Result<readonly RawResource[]>>;

/** Refusals that may concern the size of a page (section 8: maximum limit: not shown). */
const SIZE_ERRORS: ReadonlySet<ErrorCode> = new Set(['too-large', 'rejected']);

interface ListPass {
  /** Number of positions in the list; null where no end was found. */
  readonly length: number | null;
  /** Whether consecutive pages agree on the records that they share. */
  readonly isSteady: boolean;
  readonly hasNew: boolean;
}

function toKey({ value, text }: RawResource): string {
  return isJsonObject(value) && typeof value['id'] === 'string' ? value['id'] : text;
}

/**
 * Reads a list repeatedly until it is completely known (service's document, section 4.3: ordering: not
 * shown).
 */
class CompleteListReader {
  readonly #readPage: ReadListPage;
  readonly #found = new Map<string, RawResource>();
  #limit: number;
  /** The smallest page that was refused, or took too long at an earlier attempt. */
  #refused = Infinity;
  #pagesLeft = MAX_PAGES;

  constructor(readPage: ReadListPage, limit: number) {
    this.#readPage = readPage;
    this.#limit = limit;
    if (limit < SERVICE_ASSUMPTIONS.pageLimit.value) this.#refused = 2 * limit - 1;
  }

  async read(): Promise<Result<ListReadResult>> {
    let isCertain = false;
    for (let passes = 0, quiet = 0; !isCertain && passes < MAX_PASSES && this.#pagesLeft > 0; passes++) {
      const pass = await this.#readPass();
      if (!pass.ok) return pass;
      const { length, isSteady, hasNew } = pass.value;
      quiet = hasNew ? 0 : quiet + 1;
      const isCounted = quiet >= QUIET_PASSES && this.#found.size >= (length ?? Infinity);
      isCertain = length !== null && (isSteady || isCounted);
      // Under an order that changes with every request, only one page with the whole list is consistent.
      const whole = (length ?? Infinity) + SERVICE_ASSUMPTIONS.pageOverlap.value;
      if (whole < Math.min(this.#refused, SERVICE_ASSUMPTIONS.wholeList.value))
        this.#limit = Math.max(this.#limit, whole);
    }
    return ok({ resources: [...this.#found.values()], isCertain });
  }

  async #readPass(): Promise<Result<ListPass>> {
    const met = new Set<string>();
    const before = this.#found.size;
    let [end, largest, stale, repeated] = [0, 0, 0, 0];
    let last: readonly string[] = [];
    let isSteady = true;
    // Pages may agree by chance: then the list has more positions than records were met.
    const toPass = (length: number | null): Result<ListPass> => {
      const isWhole = met.size >= (length ?? 0) - repeated;
      return ok({ length, isSteady: isSteady && isWhole, hasNew: this.#found.size > before });
    };
    while (this.#pagesLeft > 0 && stale < MAX_STALE_PAGES) {
      // A page that holds no more than its overlap would be mistaken for the end.
      const shared = Math.max(0, Math.min(SERVICE_ASSUMPTIONS.pageOverlap.value, end - 1, largest - 1));
      const page = await this.#requestPage(end - shared);
      if (!page.ok) return page;
      const keys = page.value.map(toKey);
      const isJoined = shared > 0 || end <= 1;
      isSteady &&= isJoined && isDeepStrictEqual(keys.slice(0, shared), last.slice(last.length - shared));
      repeated += keys.length - new Set(keys).size;
      // A page without the records that it shares with the last one is no end: the list has records there.
      if (keys.length < shared) return toPass(null);
      if (keys.length === shared) {
        const length = await this.#confirmEnd(end, largest);
        return length.ok ? toPass(length.value) : length;
      }
      stale = keys.every((key) => met.has(key)) ? stale + 1 : 0;
      for (const key of keys) met.add(key);
      end += keys.length - shared;
      largest = Math.max(largest, keys.length);
      last = keys;
    }
    return toPass(null);
  }

  /** Returns the end of a list; null where a list of several pages goes on behind an empty place, so that this is not its end. */
  async #confirmEnd(end: number, pageSize: number): Promise<Result<number | null>> {
    if (end <= pageSize) return ok(end);
    const probes = new ListEndProbes();
    for (let probe = probes.next(end, pageSize); probe !== null; probe = probes.next(end, pageSize)) {
      this.#pagesLeft -= 1;
      const page = await this.#readPage({ offset: probe.offset, limit: Math.min(this.#limit, pageSize) });
      // A service may refuse what is behind the end of a list: that says nothing about the size of its pages.
      if (!page.ok) return page.error.code === 'rejected' ? ok(end) : page;
      if (page.value.length > 0) return ok(null);
    }
    return ok(end);
  }

  /** Reads one page; with a smaller limit where the service refuses the size. */
  async #requestPage(offset: number): Promise<Result<readonly RawResource[]>> {
    this.#pagesLeft -= 1;
    const limit = this.#limit;
    const page = await this.#readPage({ limit, offset });
    if (page.ok) {
      page.value.forEach((resource) => this.#found.set(toKey(resource), resource));
      return page;
    }
    if (!SIZE_ERRORS.has(page.error.code) || limit === 1 || this.#pagesLeft <= 0) return page;
    this.#refused = Math.min(this.#refused, limit);
    this.#limit = Math.ceil(limit / 2);
    return this.#requestPage(offset);
  }
}

/**
 * Reads a whole list, whatever its order, page size and ignored filters. The end is certain where consecutive
 * pages agree on the records that they share, or where several passes in a row bring no new record and the
 * number of known records equals the length of the list. Returns the error of the first page that fails.
 * @param limit the number of records to request at once
 */
export function readWholeList(
  readPage: ReadListPage,
  limit: number = SERVICE_ASSUMPTIONS.pageLimit.value,
): Promise<Result<ListReadResult>> {
  return new CompleteListReader(readPage, limit).read();
}

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
 * is not certain where the cache held records of it when the change was saved.
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
  // An empty list in which records were known is more probably a failure of the service than their end.
  const isDoubtful = resources.length === 0 && (change.evidence.knownAtSave ?? []).length > 0;
  return ok({ resources, isCertain: isCertain && !isDoubtful });
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
  for (const { text } of records) await context.storeInCache(kind, text);
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
