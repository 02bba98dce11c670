import { isDeepStrictEqual } from 'node:util';
import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Candidate } from '#contract/outbox.ts';
import { ok, type AppError, type ErrorCode, type Result } from '#contract/result.ts';
import { isGatewayTimeout } from '#main/engine/api/errors.ts';
import { listForms } from '#main/engine/api/forms.ts';
import type { Paging } from '#main/engine/api/http-types.ts';
import { type RawResource, readList } from '#main/engine/api/parse/envelope.ts';
import { isJsonObject, type JsonObject } from '#main/engine/api/parse/fields.ts';
import { readForm } from '#main/engine/api/parse/form.ts';
import { readRequisition } from '#main/engine/api/parse/requisition.ts';
import { listRequisitions } from '#main/engine/api/requisitions.ts';
import type { StoredOperation } from '#main/engine/local/protocol.ts';
import { isCandidate, listDifferences, type CreatedKind, type Difference } from './compare-records.ts';
import type { SendContext } from './context.ts';

/** Passes in a row without a new record, until a list that moves counts as known. */
const QUIET_PASSES = 3;
const MAX_PASSES = 20;
/** Pages in a row that reach further and bring no new record, until a pass finds no end. */
const MAX_STALE_PAGES = 3;
/** No listing asks for more pages than this, all passes together. */
const MAX_PAGES = 1_000;

/** What a list held. */
interface Listing {
  readonly resources: readonly RawResource[];
  /** Whether these are surely all; else the service gave no end that can be believed. */
  readonly isCertain: boolean;
}

export type ReadPage = (paging: Required<Paging>) => Promise<Result<readonly RawResource[]>>;

/** Refusals that may be about the size of a page (section 8: maximum limit: not shown). */
const OF_SIZE: ReadonlySet<ErrorCode> = new Set(['too-large', 'rejected']);

/** Smaller pages that are tried in one listing where a box on the way gives the service up. */
const MAX_SLOW_PAGES = 3;

interface Pass {
  /** How many places the list has; null where no end was found. */
  readonly length: number | null;
  /** Whether pages that follow each other agree on the records that they share. */
  readonly isSteady: boolean;
  readonly hasNew: boolean;
}

function toKey({ value, text }: RawResource): string {
  return isJsonObject(value) && typeof value['id'] === 'string' ? value['id'] : text;
}

/** Reads a list over and over until it is known whole (service's document, section 4.3: ordering: not shown). */
class WholeList {
  readonly #readPage: ReadPage;
  readonly #found = new Map<string, RawResource>();
  #limit: number = ASSUMPTIONS.pageLimit.value;
  #pagesLeft = MAX_PAGES;
  #slowPagesLeft = MAX_SLOW_PAGES;

  constructor(readPage: ReadPage) {
    this.#readPage = readPage;
  }

  async read(): Promise<Result<Listing>> {
    let isCertain = false;
    for (let passes = 0, quiet = 0; !isCertain && passes < MAX_PASSES && this.#pagesLeft > 0; passes++) {
      const pass = await this.#pass();
      if (!pass.ok) return pass;
      const { length, isSteady, hasNew } = pass.value;
      quiet = hasNew ? 0 : quiet + 1;
      const isCounted = quiet >= QUIET_PASSES && this.#found.size >= (length ?? Infinity);
      isCertain = length !== null && (isSteady || isCounted);
      // Under an order that changes with every request only one page for all of it holds still.
      if (length !== null && length <= ASSUMPTIONS.wholeList.value) {
        this.#limit = Math.max(this.#limit, length + ASSUMPTIONS.pageOverlap.value);
      }
    }
    return ok({ resources: [...this.#found.values()], isCertain });
  }

  async #pass(): Promise<Result<Pass>> {
    const met = new Set<string>();
    const before = this.#found.size;
    let [end, largest, stale] = [0, 0, 0];
    let last: readonly string[] = [];
    let isSteady = true;
    const ended = (length: number | null): Result<Pass> =>
      ok({ length, isSteady, hasNew: this.#found.size > before });
    while (this.#pagesLeft > 0 && stale < MAX_STALE_PAGES) {
      // A page that holds no more than what it shares with the one before would be taken for the end.
      const shared = Math.max(0, Math.min(ASSUMPTIONS.pageOverlap.value, end - 1, largest - 1));
      const page = await this.#page(end - shared);
      if (!page.ok) return page;
      const keys = page.value.map(toKey);
      const isJoined = shared > 0 || end <= 1;
      isSteady &&= isJoined && isDeepStrictEqual(keys.slice(0, shared), last.slice(last.length - shared));
      if (keys.length <= shared) return ended(end - shared + keys.length);
      stale = keys.every((key) => met.has(key)) ? stale + 1 : 0;
      for (const key of keys) met.add(key);
      end += keys.length - shared;
      largest = Math.max(largest, keys.length);
      last = keys;
    }
    return ended(null);
  }

  /** One page; with a smaller limit where the service refuses this one, or is too slow for it. */
  async #page(offset: number): Promise<Result<readonly RawResource[]>> {
    this.#pagesLeft -= 1;
    const limit = this.#limit;
    const page = await this.#readPage({ limit, offset });
    if (page.ok) {
      page.value.forEach((resource) => this.#found.set(toKey(resource), resource));
      return page;
    }
    if (!this.#maySplit(page.error) || limit === 1 || this.#pagesLeft <= 0) return page;
    this.#limit = Math.ceil(limit / 2);
    return this.#page(offset);
  }

  #maySplit(error: AppError): boolean {
    if (!isGatewayTimeout(error)) return OF_SIZE.has(error.code);
    this.#slowPagesLeft -= 1;
    return this.#slowPagesLeft >= 0;
  }
}

/**
 * Reads a whole list, whatever its order, the size of its pages and the filters that the service ignores. The end is certain where
 * pages that follow each other agree on the records that they share, or where several passes in a row bring nothing new and as many
 * records are known as the list has places. Returns the error of the first page that cannot be had.
 */
export function listWhole(readPage: ReadPage): Promise<Result<Listing>> {
  return new WholeList(readPage).read();
}

/** A record that the service holds, as what a create may have made. */
export interface Created {
  readonly id: string;
  readonly createdBy: string;
  readonly createdAt: Candidate['createdAt'];
  readonly value: JsonObject;
  readonly text: string;
}

/** A record that is similar to what a create makes. */
export interface Similar extends Created {
  /** Whether this account's user made it; 'unknown' where the account or the record does not say who. */
  readonly maker: 'user' | 'another' | 'unknown';
  readonly differences: readonly Difference[];
}

export interface SimilarRecords {
  readonly records: readonly Similar[];
  /** Whether the list was read to an end that can be believed. */
  readonly isCertain: boolean;
}

/** Creates concern forms and requisitions alone. */
export function createdKind({ kind }: Pick<StoredOperation, 'kind'>): CreatedKind {
  return kind === 'form' ? 'form' : 'requisition';
}

/** Reads a resource as what a create may have made; null where it is none of the kind. */
export function readCreated(kind: CreatedKind, { text, value }: RawResource): Created | null {
  const reading = kind === 'form' ? readForm(value) : readRequisition(value);
  if (!reading.ok) return null;
  const { id, createdBy, createdAt } = reading.record;
  return { id, createdBy, createdAt, value: value as JsonObject, text }; // a reading succeeds for objects alone
}

/** Reads pages of the list that holds what a create makes: all forms, or by `patient` alone (section 4.2). */
export function pageReader(context: SendContext, { kind, data }: StoredOperation): ReadPage {
  return async (paging) => {
    const reply = await context.ask((http) =>
      kind === 'form'
        ? listForms(http, paging)
        : listRequisitions(http, { ...paging, patient: String(data['patient']) }),
    );
    return reply.ok ? readList(reply.value.bytes) : reply;
  };
}

/** Reads the whole list that holds the record of a write, or what a create makes: all forms, or one patient's requisitions. */
export function listKind(context: SendContext, operation: StoredOperation): Promise<Result<Listing>> {
  return listWhole(pageReader(context, operation));
}

function findMaker({ userId }: SendContext, { createdBy }: Created): Similar['maker'] {
  if (userId === null || createdBy === '') return 'unknown';
  return createdBy === userId ? 'user' : 'another';
}

/**
 * Lists the records at the service that are similar to what a create makes, without those that creates of this computer are known to
 * have made. No filter is trusted but `patient`, and that one only to make the list shorter.
 */
export async function findSimilar(
  context: SendContext,
  operation: StoredOperation,
): Promise<Result<SimilarRecords>> {
  const listing = await listKind(context, operation);
  if (!listing.ok) return listing;
  const kind = createdKind(operation);
  const similar = listing.value.resources
    .map((resource) => readCreated(kind, resource))
    .filter((created) => created !== null)
    .filter(({ value }) => isCandidate(kind, operation.data, value));
  const own = await context.ownCreations(similar.map(({ id }) => id));
  if (!own.ok) return own;
  const records = similar
    .filter(({ id }) => !own.value.includes(id))
    .map((created) => ({
      ...created,
      maker: findMaker(context, created),
      differences: listDifferences(kind, operation.data, created.value),
    }));
  return ok({ records, isCertain: listing.value.isCertain });
}

function toText(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** Shows similar records to the user: they are cached, so that they can be opened, and listed with what differs. */
export async function showCandidates(
  context: SendContext,
  kind: CreatedKind,
  records: readonly (Created & Pick<Similar, 'differences'>)[],
): Promise<readonly Candidate[]> {
  for (const { text } of records) await context.store(kind, text);
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
