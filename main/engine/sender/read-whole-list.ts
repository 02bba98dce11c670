import { isDeepStrictEqual } from 'node:util';
import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import { ok, type ErrorCode, type Result } from '#contract/result.ts';
import type { LimitAndOffset } from '#main/engine/api/http-types.ts';
import { isRefusalBehindEnd, ListEndProbes } from '#main/engine/api/list-end-probes.ts';
import type { RawResource } from '#main/engine/api/parse/envelope.ts';
import { isJsonObject } from '#main/engine/api/parse/fields.ts';

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
export interface ListReadResult {
  readonly resources: readonly RawResource[];
  /** Whether the listing is certainly complete; else the service gave no reliable end. */
  readonly isCertain: boolean;
}

export type ReadListPage = (paging: Required<LimitAndOffset>) => Promise<Result<readonly RawResource[]>>;

/** Refusals that may concern the size of a page (section 8: maximum limit: not shown). */
const SIZE_ERRORS: ReadonlySet<ErrorCode> = new Set(['too-large', 'rejected']);

/** Errors of one page behind the end, which leave it open whether records follow. */
const UNREADABLE_PAGE: ReadonlySet<ErrorCode> = new Set(['bad-payload', 'server-error', 'internal']);

interface ListPass {
  /** Number of positions in the list; null where no end was found. */
  readonly length: number | null;
  /** Whether consecutive pages agree on the records that they share. */
  readonly isSteady: boolean;
  readonly hasNew: boolean;
  /** What the pages were answered with, in their order. */
  readonly answers: readonly string[];
}

/** Returns what tells one answer from another: its place, its size, its first and its last record. */
function summarizePage(offset: number, keys: readonly string[]): string {
  return JSON.stringify([offset, keys.length, keys[0], keys.at(-1)]);
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
  /** The largest page that was answered. */
  #accepted = 0;
  #pagesLeft = MAX_PAGES;
  /** Passes in a row without a new record. */
  #quiet = 0;
  /** Passes in a row that were answered as the one before. */
  #same = 0;
  #before: readonly string[] | null = null;

  constructor(readPage: ReadListPage, limit: number) {
    this.#readPage = readPage;
    this.#limit = limit;
    if (limit < SERVICE_ASSUMPTIONS.pageLimit.value) this.#refused = 2 * limit - 1;
  }

  async read(): Promise<Result<ListReadResult>> {
    let isCertain = false;
    for (let passes = 0; !isCertain && passes < MAX_PASSES && this.#pagesLeft > 0; passes++) {
      const pass = await this.#readPass();
      if (!pass.ok) return pass;
      this.#countPass(pass.value);
      const { length, isSteady } = pass.value;
      const isCounted = this.#quiet >= QUIET_PASSES && this.#found.size >= (length ?? Infinity);
      isCertain = length !== null && (isSteady || isCounted);
      // Under an order that changes with every request, only one page with the whole list is consistent.
      const whole = (length ?? Infinity) + SERVICE_ASSUMPTIONS.pageOverlap.value;
      if (whole < Math.min(this.#refused, SERVICE_ASSUMPTIONS.wholeList.value))
        this.#limit = Math.max(this.#limit, whole);
      // The list stands still and has no certain end: further passes would be answered in the same way.
      if (this.#same >= QUIET_PASSES) break;
    }
    return ok({ resources: [...this.#found.values()], isCertain });
  }

  #countPass({ hasNew, answers }: ListPass): void {
    this.#quiet = hasNew ? 0 : this.#quiet + 1;
    this.#same = isDeepStrictEqual(answers, this.#before) ? this.#same + 1 : 0;
    this.#before = answers;
  }

  async #readPass(): Promise<Result<ListPass>> {
    const met = new Set<string>();
    const before = this.#found.size;
    let [end, largest, stale, repeated] = [0, 0, 0, 0];
    let last: readonly string[] = [];
    let isSteady = true;
    const answers: string[] = [];
    // Pages may agree by chance: then the list has more positions than records were met.
    const toPass = (length: number | null): Result<ListPass> => {
      const isWhole = met.size >= (length ?? 0) - repeated;
      return ok({ length, isSteady: isSteady && isWhole, hasNew: this.#found.size > before, answers });
    };
    while (this.#pagesLeft > 0 && stale < MAX_STALE_PAGES) {
      // A page that holds no more than its overlap would be mistaken for the end.
      const shared = Math.max(0, Math.min(SERVICE_ASSUMPTIONS.pageOverlap.value, end - 1, largest - 1));
      const page = await this.#requestPage(end - shared, end);
      if (!page.ok) return page;
      const keys = page.value.map(toKey);
      answers.push(summarizePage(end - shared, keys));
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
      if (!page.ok && isRefusalBehindEnd(page.error)) return ok(end);
      if (!page.ok) return UNREADABLE_PAGE.has(page.error.code) ? ok(null) : page;
      if (page.value.length > 0) return ok(null);
    }
    return ok(end);
  }

  /**
   * Reads one page; with a smaller limit where the service refuses the size. A refusal right behind the `covered` records is
   * their end where as many were accepted before.
   */
  async #requestPage(offset: number, covered: number): Promise<Result<readonly RawResource[]>> {
    this.#pagesLeft -= 1;
    const limit = this.#limit;
    const page = await this.#readPage({ limit, offset });
    const isBehindEnd = covered > 0 && offset === covered && limit <= this.#accepted;
    if (!page.ok && isBehindEnd && isRefusalBehindEnd(page.error)) return ok([]);
    if (page.ok) {
      this.#accepted = Math.max(this.#accepted, limit);
      page.value.forEach((resource) => this.#found.set(toKey(resource), resource));
      return page;
    }
    if (!SIZE_ERRORS.has(page.error.code) || limit === 1 || this.#pagesLeft <= 0) return page;
    this.#refused = Math.min(this.#refused, limit);
    this.#limit = Math.ceil(limit / 2);
    return this.#requestPage(offset, covered);
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
