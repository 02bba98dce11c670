import { createStore } from 'zustand/vanilla';
import type { DaySheet } from '#contract/day.ts';
import { ok, type AppError } from '#contract/result.ts';
import { createLatestRequestGuard } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { getPrintProblem, printPage } from '../print.ts';
import { readPrintedRequisitionLists, type PrintedRequisitionLists } from './day-lists.ts';
import type { DaySpan } from './day-span.ts';
import { listDayRecords } from './day-pdfs.ts';

/** A day to print. */
export interface PrintedDay {
  readonly span: DaySpan;
  readonly sheet: DaySheet;
  /** `2026-03-12`, part of the file name. */
  readonly name: string;
}

/** The content prepared for printing. */
export interface DaySheets extends PrintedDay {
  /** Null if only the day sheet is printed. */
  readonly lists: PrintedRequisitionLists | null;
}

/** Result of saving a downtime pack. */
interface SavedPack {
  readonly pages: number;
  /** Requisitions of the day whose PDFs are missing in the pack. */
  readonly missing: readonly string[];
}

/** Destination of the sheets. */
export type DaySheetDestination = 'printer' | 'pack';

export interface DayPrintState {
  /** The content to render for printing; null if none. */
  readonly sheets: DaySheets | null;
  readonly destination: DaySheetDestination;
  readonly isBusy: boolean;
  readonly saved: SavedPack | null;
  readonly problem: AppError | null;
  /** Why the sheets were not printed. */
  readonly printProblem: AppError | null;
}

const INITIAL_STATE: DayPrintState = {
  sheets: null,
  destination: 'printer',
  isBusy: false,
  saved: null,
  problem: null,
  printProblem: null,
};
const MAX_PACKED = 2_000;

/**
 * The requisitions whose PDFs go into a pack: those of the day in its order, then those that need a review,
 * then the outstanding ones.
 */
function listPackedIds({ sheet, lists }: DaySheets): readonly string[] {
  const listed = [...(lists?.needsReview.rows ?? []), ...(lists?.sent.rows ?? [])];
  const all = [...listDayRecords(sheet).requisitions, ...listed].map(({ id }) => id);
  return [...new Set(all)].slice(0, MAX_PACKED);
}

/** Prints day sheets and creates downtime packs. One at a time; a new one replaces the one before. */
export class DayPrint {
  readonly store = createStore<DayPrintState>(() => INITIAL_STATE);
  readonly #calls: ProcedureCalls;
  #paginated = Promise.withResolvers<void>();
  /** What is being printed: rendering it again must not print it again. */
  #printing: DaySheets | null = null;
  readonly #latest = createLatestRequestGuard();

  constructor(calls: ProcedureCalls) {
    this.#calls = calls;
  }

  /** Renders the sheets of a day and prints them, with or without the lists. */
  async print(day: PrintedDay, withLists: boolean): Promise<void> {
    await this.#paginate(day, withLists, 'printer');
  }

  /** Creates a downtime pack. The password is not stored. */
  async pack(day: PrintedDay, password: string): Promise<void> {
    const sheets = await this.#paginate(day, true, 'pack');
    if (sheets === null) return;
    const isLatest = this.#latest.follow();
    const answer = await this.#calls['pack.save']({
      password,
      requisitions: listPackedIds(sheets),
      suggestedName: `intray-pack-${day.name}.pdf`,
    });
    if (!isLatest()) return;
    if (!answer.ok) return this.store.setState({ ...INITIAL_STATE, problem: answer.error }, true);
    const { isSaved, pages, missing } = answer.value;
    const ofDay = new Set(listDayRecords(day.sheet).requisitions.map(({ id }) => id));
    const saved = { pages, missing: missing.filter((id) => ofDay.has(id)) };
    this.store.setState({ ...INITIAL_STATE, saved: isSaved ? saved : null }, true);
  }

  /** Called when the page has rendered the content: prints it where it is for the printer. */
  async handlePaginated(): Promise<void> {
    this.#paginated.resolve();
    const { sheets, destination } = this.store.getState();
    if (sheets === null || destination === 'pack' || this.#printing === sheets) return;
    this.#printing = sheets;
    const printProblem = getPrintProblem(await printPage(this.#calls));
    // Content that has replaced it meanwhile stays.
    if (this.store.getState().sheets === sheets)
      this.store.setState({ ...INITIAL_STATE, printProblem }, true);
  }

  /**
   * Called when the print view is closed: content that is still being rendered must not print when the view
   * opens again.
   */
  abandon(): void {
    const { isBusy, destination } = this.store.getState();
    if (isBusy && destination === 'printer') this.reset();
  }

  /** Clears the result of the last pack. */
  dismiss(): void {
    this.store.setState({ saved: null, problem: null, printProblem: null });
  }

  reset(): void {
    this.#latest.cancel();
    this.#paginated.resolve();
    this.store.setState(INITIAL_STATE, true);
  }

  /** Returns null if there is no content, or if another print has started meanwhile. */
  async #paginate(
    day: PrintedDay,
    withLists: boolean,
    destination: DaySheetDestination,
  ): Promise<DaySheets | null> {
    const isLatest = this.#latest.begin();
    this.store.setState({ ...INITIAL_STATE, isBusy: true, destination }, true);
    const lists = withLists ? await readPrintedRequisitionLists(this.#calls) : ok(null);
    if (!isLatest()) return null;
    if (!lists.ok) {
      this.store.setState({ ...INITIAL_STATE, problem: lists.error }, true);
      return null;
    }
    this.#paginated = Promise.withResolvers<void>();
    const sheets = { ...day, lists: lists.value };
    this.store.setState({ sheets });
    await this.#paginated.promise;
    return isLatest() ? sheets : null;
  }
}
