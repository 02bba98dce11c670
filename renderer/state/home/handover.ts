import { createStore, type StoreApi } from 'zustand/vanilla';
import type { WorklistRow } from '#contract/requisitions.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import { createLatestRequestGuard } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { getPrintProblem, printPage } from '../print.ts';
import type { ParseWorklistQuery, WorklistQuery } from '../requisitions/worklist-query.ts';
import {
  readDueReminders,
  readRemainingAppointments,
  readUnsentOnSheet,
  type DueReminders,
  type RemainingAppointments,
  type UnsentOnSheet,
} from './handover-content.ts';

/** A queue on the handover sheet: its label, its count and the query of its rows. */
export interface HandoverQueue {
  /** Id of the queue, unique on the sheet; labels may be equal. */
  readonly id: string;
  readonly label: string;
  /** Number of rows in the queue; null where it is not known. */
  readonly count: number | null;
  /** The query of its rows, which are printed too; null for a queue whose number is enough. */
  readonly query: WorklistQuery | null;
}

/** The rows of a queue on a handover sheet. */
export interface HandoverQueueRows {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly WorklistRow[];
  /** Whether the queue has more rows than are printed. */
  readonly isCut: boolean;
}

export interface HandoverSheet {
  readonly queues: readonly HandoverQueue[];
  readonly lists: readonly HandoverQueueRows[];
  readonly reminders: DueReminders;
  readonly appointments: RemainingAppointments;
  readonly unsent: UnsentOnSheet;
}

export interface HandoverState {
  /** The handover sheet that the page renders for the printer; null for none. */
  readonly sheet: HandoverSheet | null;
  readonly isBusy: boolean;
  /** Why the last sheet was not printed. */
  readonly problem: AppError | null;
}

export interface HandoverStore {
  readonly store: StoreApi<HandoverState>;
  /** Reads the rows of the queues and has the page render the sheet. */
  readonly print: (queues: readonly HandoverQueue[]) => Promise<void>;
  /** Called when the page has rendered the sheet: prints it and removes it. */
  readonly handleRendered: () => Promise<void>;
  readonly reset: () => void;
}

/** Maximum number of rows of each queue. */
const MAX_ROWS = 30;
const NOTHING: HandoverState = { sheet: null, isBusy: false, problem: null };

type HandoverCalls = Parameters<typeof readDueReminders>[0] &
  Parameters<typeof readRemainingAppointments>[0] &
  Parameters<typeof readUnsentOnSheet>[0] &
  Pick<ProcedureCalls, 'app.print'>;

/** Reads the rows of the queues that are printed with their rows. */
async function readLists(
  calls: HandoverCalls,
  read: ParseWorklistQuery,
  queues: readonly HandoverQueue[],
): Promise<Result<readonly HandoverQueueRows[]>> {
  const lists: HandoverQueueRows[] = [];
  for (const { id, label, query, count } of queues) {
    if (query === null || count === 0) continue;
    const page = await calls['worklist.page']({ ...read(query), limit: MAX_ROWS + 1 });
    if (!page.ok) return page;
    const { items } = page.value;
    lists.push({ id, label, rows: items.slice(0, MAX_ROWS), isCut: items.length > MAX_ROWS });
  }
  return ok(lists);
}

/** Reads everything that a sheet prints. An error of any part is that of the whole: a sheet must not lack a part. */
async function readSheet(
  calls: HandoverCalls,
  read: ParseWorklistQuery,
  zone: () => string,
  queues: readonly HandoverQueue[],
): Promise<Result<HandoverSheet>> {
  const lists = await readLists(calls, read, queues);
  if (!lists.ok) return lists;
  const reminders = await readDueReminders(calls, read, zone);
  if (!reminders.ok) return reminders;
  const appointments = await readRemainingAppointments(calls, zone());
  if (!appointments.ok) return appointments;
  const unsent = await readUnsentOnSheet(calls);
  if (!unsent.ok) return unsent;
  return ok({
    queues,
    lists: lists.value,
    reminders: reminders.value,
    appointments: appointments.value,
    unsent: unsent.value,
  });
}

/** Returns the ids of the records on a sheet, each once. */
function listRecords({ lists, reminders, appointments, unsent }: HandoverSheet): readonly string[] {
  return [
    ...new Set([
      ...lists.flatMap(({ rows }) => rows.map(({ id }) => id)),
      ...reminders.items.map(({ id }) => id),
      ...appointments.items.map(({ notification }) => notification),
      ...unsent.items.map(({ id }) => id),
    ]),
  ];
}

/**
 * Creates the store of the handover sheet.
 * @param zone returns the time zone of the settings
 */
export function createHandoverStore(
  calls: HandoverCalls,
  read: ParseWorklistQuery,
  zone: () => string,
): HandoverStore {
  const store = createStore<HandoverState>(() => NOTHING);
  const latest = createLatestRequestGuard();
  /** What is being printed: rendering it again must not print it again. */
  let printing: HandoverSheet | null = null;

  async function print(queues: readonly HandoverQueue[]): Promise<void> {
    if (store.getState().isBusy) return;
    const isLatest = latest.begin();
    store.setState({ ...NOTHING, isBusy: true });
    const sheet = await readSheet(calls, read, zone, queues);
    if (!isLatest()) return;
    store.setState(sheet.ok ? { sheet: sheet.value } : { ...NOTHING, problem: sheet.error });
  }

  async function handleRendered(): Promise<void> {
    const { sheet } = store.getState();
    if (sheet === null || printing === sheet) return;
    printing = sheet;
    const problem = getPrintProblem(await printPage(calls, listRecords(sheet)));
    if (store.getState().sheet === sheet) store.setState({ ...NOTHING, problem });
  }

  return {
    store,
    print,
    handleRendered,
    reset: () => {
      latest.cancel();
      store.setState(NOTHING);
    },
  };
}
