import { createStore } from 'zustand/vanilla';
import type { DaySheet } from '#contract/day.ts';
import type { PackSchedule } from '#contract/downtime-pack.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { createLatestRequestGuard } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { getPrintProblem, printPage, blockPagePrinting } from '../print.ts';
import { readDowntimeRequisitionLists, type DowntimeRequisitionLists } from './day-lists.ts';
import type { DaySpan } from './day-span.ts';
import { listDayRecords } from './day-pdfs.ts';

/** The sheet of a day to be printed, with its time span and its file name. */
export interface DayToPrint {
  readonly span: DaySpan;
  readonly sheet: DaySheet;
  /** The day as a part of the file name, such as `2026-03-12`. */
  readonly name: string;
}

/** The day sheet to be printed, with the lists of requisitions for downtime. */
export interface DaySheetWithDowntimeLists extends DayToPrint {
  /** Null if only the day sheet is printed. */
  readonly lists: DowntimeRequisitionLists | null;
}

/** What a saved downtime pack has and lacks. */
interface SavedPack {
  readonly pages: number;
  /** Requisitions of the day whose PDFs the downtime pack lacks. */
  readonly missing: readonly string[];
}

/** Where the day sheets go: to the printer, or into a downtime pack. */
export type DaySheetDestination = 'printer' | 'pack';

export interface DayPrintAndPackState {
  /** The content to render for printing; null if none. */
  readonly sheets: DaySheetWithDowntimeLists | null;
  readonly destination: DaySheetDestination;
  readonly isBusy: boolean;
  readonly saved: SavedPack | null;
  readonly problem: AppError | null;
  /** Why the sheets were not printed. */
  readonly printProblem: AppError | null;
}

const INITIAL_STATE: DayPrintAndPackState = {
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
function listPackedIds({ sheet, lists }: DaySheetWithDowntimeLists): readonly string[] {
  const listed = [...(lists?.needsReview.rows ?? []), ...(lists?.sent.rows ?? [])];
  const all = [...listDayRecords(sheet).requisitions, ...listed].map(({ id }) => id);
  return [...new Set(all)].slice(0, MAX_PACKED);
}

/** Prints day sheets and creates downtime packs. One at a time; a new one replaces the one before. */
export class DayPrintAndPackStore {
  readonly store = createStore<DayPrintAndPackState>(() => INITIAL_STATE);
  readonly #calls: ProcedureCalls;
  #paginated = Promise.withResolvers<void>();
  /** What is being printed: rendering it again must not print it again. */
  #printing: DaySheetWithDowntimeLists | null = null;
  readonly #latest = createLatestRequestGuard();

  constructor(calls: ProcedureCalls) {
    this.#calls = calls;
  }

  /** Renders the sheets of a day and prints them, with or without the lists. */
  async print(day: DayToPrint, withLists: boolean): Promise<void> {
    await this.#paginate(day, withLists, 'printer');
  }

  /** Creates a downtime pack. The password is not stored. */
  async pack(day: DayToPrint, password: string): Promise<void> {
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

  /**
   * Makes the downtime pack of a shift, or one that the user asked for, with the password of the schedule.
   * @param shift such as `2026-03-12 06:30`; null where the user asked for it
   * @returns 'on-its-way' without doing anything while something else is printed; 'cancelled' where that began meanwhile
   */
  async packForShift(day: DayToPrint, shift: string | null): Promise<Result<PackSchedule>> {
    const release = this.store.getState().isBusy ? null : blockPagePrinting();
    if (release === null) return err('on-its-way');
    try {
      const sheets = await this.#paginate(day, true, 'pack');
      if (sheets === null) return err(this.store.getState().problem?.code ?? 'cancelled');
      const isLatest = this.#latest.follow();
      const requisitions = listPackedIds(sheets);
      const made = await this.#calls['packSchedule.make']({ requisitions, shift });
      if (isLatest()) this.store.setState(INITIAL_STATE, true);
      return made;
    } finally {
      release();
    }
  }

  /** Called when the page has rendered the content: prints it where it is for the printer. */
  async handlePaginated(): Promise<void> {
    this.#paginated.resolve();
    const { sheets, destination } = this.store.getState();
    if (sheets === null || destination === 'pack' || this.#printing === sheets) return;
    this.#printing = sheets;
    const printProblem = getPrintProblem(await printPage(this.#calls));
    // Removes the printed sheets, unless newer ones have replaced them meanwhile.
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
    day: DayToPrint,
    withLists: boolean,
    destination: DaySheetDestination,
  ): Promise<DaySheetWithDowntimeLists | null> {
    const isLatest = this.#latest.begin();
    this.store.setState({ ...INITIAL_STATE, isBusy: true, destination }, true);
    const lists = withLists ? await readDowntimeRequisitionLists(this.#calls) : ok(null);
    if (!isLatest()) return null;
    if (!lists.ok) {
      // Each is said where its action was pressed: the dialog of the pack is closed once its sheets are printed instead.
      const problem = destination === 'printer' ? { printProblem: lists.error } : { problem: lists.error };
      this.store.setState({ ...INITIAL_STATE, ...problem }, true);
      return null;
    }
    this.#paginated = Promise.withResolvers<void>();
    const sheets = { ...day, lists: lists.value };
    this.store.setState({ sheets });
    await this.#paginated.promise;
    return isLatest() ? sheets : null;
  }
}
