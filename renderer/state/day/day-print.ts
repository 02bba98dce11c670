import { createStore } from 'zustand/vanilla';
import type { DaySheet } from '#contract/day.ts';
import { ok, type AppError } from '#contract/result.ts';
import { latestOnly } from '../async.ts';
import type { Calls } from '../bridge.ts';
import { printedLists, type PrintedLists } from './day-lists.ts';
import type { DaySpan } from './day-span.ts';
import { getWants } from './day-pdfs.ts';

/** A day as it goes on paper. */
export interface PrintedDay {
  readonly span: DaySpan;
  readonly sheet: DaySheet;
  /** `2026-03-12`: the name of the file says it. */
  readonly name: string;
}

/** The content prepared for the printer. */
export interface DaySheets extends PrintedDay {
  /** Null where the day alone is wanted. */
  readonly lists: PrintedLists | null;
}

/** What became of a pack. */
interface SavedPack {
  readonly pages: number;
  /** Requisitions of the day whose PDFs are not in it. */
  readonly missing: readonly string[];
}

/** Where the sheets go. */
export type Way = 'printer' | 'pack';

export interface DayPrintState {
  /** What the page lays out now; null while nothing is. */
  readonly sheets: DaySheets | null;
  readonly way: Way;
  readonly isBusy: boolean;
  readonly saved: SavedPack | null;
  readonly problem: AppError | null;
}

const NOTHING: DayPrintState = { sheets: null, way: 'printer', isBusy: false, saved: null, problem: null };
const MAX_PACKED = 2_000;

/** Whose PDFs go into a pack: those of the day in its order, then of what needs a review, then of what is outstanding. */
function packedIds({ sheet, lists }: DaySheets): readonly string[] {
  const listed = [...(lists?.needsReview.rows ?? []), ...(lists?.sent.rows ?? [])];
  const all = [...getWants(sheet).requisitions, ...listed].map(({ id }) => id);
  return [...new Set(all)].slice(0, MAX_PACKED);
}

/** What goes on paper, or into a downtime pack. One thing at a time; the newest takes the place of the one before. */
export class DayPrint {
  readonly store = createStore<DayPrintState>(() => NOTHING);
  readonly #calls: Calls;
  #paginated = Promise.withResolvers<void>();
  readonly #latest = latestOnly();

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Lays the sheets of a day out for the printer, with the lists or without. */
  async print(day: PrintedDay, withLists: boolean): Promise<void> {
    await this.#paginate(day, withLists, 'printer');
  }

  /** Makes a downtime pack. The password is kept nowhere. */
  async pack(day: PrintedDay, password: string): Promise<void> {
    const sheets = await this.#paginate(day, true, 'pack');
    if (sheets === null) return;
    const isLatest = this.#latest.follow();
    const answer = await this.#calls['pack.save']({
      password,
      requisitions: packedIds(sheets),
      suggestedName: `intray-pack-${day.name}.pdf`,
    });
    if (!isLatest()) return;
    if (!answer.ok) return this.store.setState({ ...NOTHING, problem: answer.error }, true);
    const { isSaved, pages, missing } = answer.value;
    const ofDay = new Set(getWants(day.sheet).requisitions.map(({ id }) => id));
    const saved = { pages, missing: missing.filter((id) => ofDay.has(id)) };
    this.store.setState({ ...NOTHING, saved: isSaved ? saved : null }, true);
  }

  /** The page has rendered the content. */
  paginated(): void {
    this.#paginated.resolve();
  }

  /** The print view is closed: content still being rendered must not print when it is opened again. */
  abandon(): void {
    const { isBusy, way } = this.store.getState();
    if (isBusy && way === 'printer') this.reset();
  }

  /** They have gone to the printer. */
  done(): void {
    this.store.setState(NOTHING, true);
  }

  /** Puts away what is told of the last pack. */
  dismiss(): void {
    this.store.setState({ saved: null, problem: null });
  }

  reset(): void {
    this.#latest.cancel();
    this.#paginated.resolve();
    this.done();
  }

  /** Null where there is no content, or where another print has begun meanwhile. */
  async #paginate(day: PrintedDay, withLists: boolean, way: Way): Promise<DaySheets | null> {
    const isLatest = this.#latest.begin();
    this.store.setState({ ...NOTHING, isBusy: true, way }, true);
    const lists = withLists ? await printedLists(this.#calls) : ok(null);
    if (!isLatest()) return null;
    if (!lists.ok) {
      this.store.setState({ ...NOTHING, problem: lists.error }, true);
      return null;
    }
    this.#paginated = Promise.withResolvers<void>();
    const sheets = { ...day, lists: lists.value };
    this.store.setState({ sheets });
    await this.#paginated.promise;
    return isLatest() ? sheets : null;
  }
}
