import type { DemoClinicState } from '../clinic.ts';
import type { RecordFilter, DemoListOrder } from '../collection.ts';
import type { ShownRecords } from '../dialect/lagging-reads.ts';
import type { DialectChoices } from '../dialect/unspecified-points.ts';
import { createBadRequestProblem, serializeListEnvelope, ServiceProblem } from './responses.ts';
import { readCountParameter, type QueryParameters } from './query.ts';

/**
 * How the demo service answers calls of lists where the service's document leaves it open (sections 4.3 and 8). A test may
 * change it while the service runs.
 */
export interface ListingBehaviour {
  order: DemoListOrder;
  /** Records of the same second change their order. */
  hasLooseTies?: boolean;
  /** Maximum number of rows per page, even if `limit` asks for more. */
  limitCap?: number;
  /** A `limit` above `limitCap` is refused with an error. */
  isCapStrict?: boolean;
  /** The number of rows per page without a `limit`. */
  defaultLimit?: number;
  /** `limit` is ignored: every page has the default size. */
  ignoreLimit?: boolean;
  /** `offset` is ignored: every page is the first one. */
  ignoreOffset?: boolean;
  /** The status that refuses an `offset` at or behind the end of a list; without it such a page is empty. */
  refusedEndStatus?: number;
  /** Responses have an ETag, and If-None-Match is supported. */
  etagSupport?: boolean;
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;
const MAX_STRICT = 100;
const MAX_STORED_BYTES = 256 * 1024 * 1024;

/** Returns the behaviour of lists in a dialect. */
export function getListingBehaviour(choices: DialectChoices): ListingBehaviour {
  const isCapStrict = choices.pageCap === 'refused-over-100';
  return {
    order: choices.order,
    hasLooseTies: choices.ties === 'shuffled',
    limitCap: isCapStrict ? MAX_STRICT : Number(choices.pageCap),
    isCapStrict,
    defaultLimit: Number(choices.defaultLimit),
    etagSupport: choices.entityTags === 'sent',
    ...(choices.listEnd !== 'empty' && { refusedEndStatus: Number(choices.listEnd) }),
  };
}

/** The query parameters of every list. */
export const PAGE_PARAMETERS = ['limit', 'offset'] as const;

interface StoredPages {
  readonly revision: number;
  readonly pages: Map<string, Buffer>;
  bytes: number;
}

/** Which records a list shows, and their form on the wire. */
export type ListAccessAndWireFormat = Pick<DemoClinicState, 'access' | 'toWire'>;

interface Listed {
  readonly id: string;
  readonly created_at: string;
}

/**
 * Pages of one collection as text. Pages are cached until a record changes: one sweep often follows another.
 */
export class ListPageCache<Full extends Outline & Listed, Outline extends Listed> {
  readonly #collection: ShownRecords<Full, Outline>;
  readonly #behaviour: () => ListingBehaviour;
  readonly #rules: ListAccessAndWireFormat;
  #cachedPages: StoredPages = { revision: 0, pages: new Map(), bytes: 0 };

  constructor(
    collection: ShownRecords<Full, Outline>,
    behaviour: () => ListingBehaviour,
    rules: ListAccessAndWireFormat,
  ) {
    this.#collection = collection;
    this.#behaviour = behaviour;
    this.#rules = rules;
  }

  /** Returns the page for `query`. A `filter` of null matches everything. */
  page(query: QueryParameters, filter: RecordFilter<Outline> | null): Buffer {
    const { order, hasLooseTies = false, ignoreOffset = false } = this.#behaviour();
    const offset = readCountParameter(query, 'offset') ?? 0;
    const request = {
      order,
      hasLooseTies,
      filter: this.#listedBy(filter),
      limit: this.#limit(query),
      offset: ignoreOffset ? 0 : offset,
    };
    const make = (): Buffer => {
      const records = this.#collection.page(request);
      if (records.length === 0 && request.limit > 0) this.#refuseEnd(request.offset);
      return Buffer.from(serializeListEnvelope(records.map((record) => this.#rules.toWire(record))));
    };
    if (order === 'random' || hasLooseTies) return make();
    return this.#getCachedPage(
      `${order} ${request.offset} ${request.limit} ${request.filter?.key ?? ''}`,
      make,
    );
  }

  /** Refuses a page without records where the behaviour says so. The first page of an empty list is none behind its end. */
  #refuseEnd(offset: number): void {
    const { refusedEndStatus } = this.#behaviour();
    if (refusedEndStatus === undefined || offset === 0) return;
    throw new ServiceProblem(refusedEndStatus, '"offset" is behind the end of the list.');
  }

  #limit(query: QueryParameters): number {
    const {
      limitCap = MAX_LIMIT,
      isCapStrict = false,
      ignoreLimit = false,
      defaultLimit = DEFAULT_LIMIT,
    } = this.#behaviour();
    const asked = readCountParameter(query, 'limit') ?? Math.min(defaultLimit, limitCap);
    if (isCapStrict && asked > limitCap)
      throw createBadRequestProblem(`"limit" must not be above ${limitCap}.`);
    return Math.min(ignoreLimit ? defaultLimit : asked, limitCap);
  }

  /** Returns the filter combined with the records that this user's lists do not show at the moment. */
  #listedBy(filter: RecordFilter<Outline> | null): RecordFilter<Outline> | null {
    const unlisted = this.#rules.access.unlisted();
    if (unlisted.size === 0) return filter;
    return {
      key: `${filter?.key ?? ''} without ${[...unlisted].join(' ')}`,
      test: (outline) => !unlisted.has(outline.id) && (filter?.test(outline) ?? true),
    };
  }

  #getCachedPage(key: string, make: () => Buffer): Buffer {
    const revision = this.#collection.revision();
    if (this.#cachedPages.revision !== revision) this.#cachedPages = { revision, pages: new Map(), bytes: 0 };
    const known = this.#cachedPages.pages.get(key);
    if (known !== undefined) return known;
    const page = make();
    if (this.#cachedPages.bytes + page.length <= MAX_STORED_BYTES) {
      this.#cachedPages.pages.set(key, page);
      this.#cachedPages.bytes += page.length;
    }
    return page;
  }
}
