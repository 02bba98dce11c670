import type { Collection, Filter, Order } from '../collection.ts';
import { listEnvelope } from './envelope.ts';
import { countParameter, type Query } from './query.ts';

/** How lists behave where the service's document is silent (sections 4.3 and 8). May change while it runs. */
export interface ListingBehaviour {
  order: Order;
  /** The most rows a page has, whatever `limit` says. */
  limitCap?: number;
  /** Every page has the default size. */
  ignoreLimit?: boolean;
  /** Every page is the first. */
  ignoreOffset?: boolean;
  /** Answers carry an ETag, and If-None-Match is honoured. */
  etagSupport?: boolean;
}

const DEFAULT_LIMIT = 100;
const MOST = 500;
const MOST_BYTES_KEPT = 256 * 1024 * 1024;

/** Parameters that every list takes. */
export const PAGE_PARAMETERS = ['limit', 'offset'] as const;

interface KeptPages {
  readonly revision: number;
  readonly pages: Map<string, Buffer>;
  bytes: number;
}

interface Listed {
  readonly id: string;
  readonly created_at: string;
}

/** Pages of one collection as text. Pages are kept until a record changes: a sweep is often followed by another. */
export class Listing<Full extends Outline, Outline extends Listed> {
  readonly #collection: Collection<Full, Outline>;
  readonly #behaviour: () => ListingBehaviour;
  #kept: KeptPages = { revision: 0, pages: new Map(), bytes: 0 };

  constructor(collection: Collection<Full, Outline>, behaviour: () => ListingBehaviour) {
    this.#collection = collection;
    this.#behaviour = behaviour;
  }

  /** The page that `query` asks for. A `filter` of null keeps everything. */
  page(query: Query, filter: Filter<Outline> | null): Buffer {
    const { order, limitCap = MOST, ignoreLimit = false, ignoreOffset = false } = this.#behaviour();
    const asked = countParameter(query, 'limit') ?? DEFAULT_LIMIT;
    const limit = Math.min(ignoreLimit ? DEFAULT_LIMIT : asked, limitCap);
    const offset = countParameter(query, 'offset') ?? 0;
    const request = { order, filter, limit, offset: ignoreOffset ? 0 : offset };
    const make = (): Buffer => Buffer.from(listEnvelope(this.#collection.page(request)));
    if (order === 'random') return make();
    return this.#keep(`${order} ${request.offset} ${limit} ${filter?.key ?? ''}`, make);
  }

  #keep(key: string, make: () => Buffer): Buffer {
    const revision = this.#collection.revision();
    if (this.#kept.revision !== revision) this.#kept = { revision, pages: new Map(), bytes: 0 };
    const known = this.#kept.pages.get(key);
    if (known !== undefined) return known;
    const page = make();
    if (this.#kept.bytes + page.length <= MOST_BYTES_KEPT) {
      this.#kept.pages.set(key, page);
      this.#kept.bytes += page.length;
    }
    return page;
  }
}
