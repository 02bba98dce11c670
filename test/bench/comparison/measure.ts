/** Measures one subject. Nothing here imports Node, because the same code runs within a browser's page. */
import type { FoundRecord, Peer } from './peer.ts';
import { LIST_COLUMNS, type ListColumn, type Plan, type Question } from './plan.ts';

/** A slow subject is asked fewer questions: none is begun after this time of one column. */
const COLUMN_MS = 10_000;
const FIRST_PAGE_ROWS = 50;
const NOTHING_TURNS = 101;

/** What the questions took: the milliseconds of each, and the columns whose answers were wrong. */
export interface Reads {
  readonly times: Readonly<Partial<Record<ListColumn | 'get', readonly number[]>>>;
  readonly wrong: readonly string[];
  /** The milliseconds of each question for nothing; absent where none goes to another process. */
  readonly nothing?: readonly number[];
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function isRight(found: readonly FoundRecord[], { ids }: Question): boolean {
  return found.length === ids.length && found.every(({ id }, index) => id === ids[index]);
}

/** Returns the milliseconds until all pages are stored. */
export function timeIngest(peer: Peer, pages: readonly Uint8Array[]): Promise<number> {
  return time(() => peer.ingest(pages));
}

/** Returns the milliseconds until the files are open and the first page is there. */
export function timeOpening(peer: Peer): Promise<number> {
  return time(async () => {
    await peer.open();
    await peer.list({ kind: 'all' }, FIRST_PAGE_ROWS);
  });
}

async function askAll(
  peer: Peer,
  questions: readonly Question[],
): Promise<{ times: readonly number[]; isWrong: boolean }> {
  const times: number[] = [];
  let spent = 0;
  let isWrong = false;
  for (const question of questions) {
    let found: readonly FoundRecord[] = [];
    const ms = await time(async () => {
      found = await peer.list(question.condition, question.limit);
    });
    isWrong ||= !isRight(found, question);
    times.push(ms);
    spent += ms;
    if (spent > COLUMN_MS) break;
  }
  return { times, isWrong };
}

async function readAll(
  peer: Peer,
  gets: Plan['gets'],
): Promise<{ times: readonly number[]; isWrong: boolean }> {
  const times: number[] = [];
  let isWrong = false;
  for (const { id, name } of gets) {
    let found: FoundRecord | null = null;
    const ms = await time(async () => {
      found = await peer.get(id);
    });
    isWrong ||= (found as FoundRecord | null)?.name !== name; // TypeScript does not see the assignment in the function
    times.push(ms);
  }
  return { times, isWrong };
}

async function timeNothing(peer: Peer): Promise<Pick<Reads, 'nothing'>> {
  if (peer.askForNothing === undefined) return {};
  const nothing: number[] = [];
  for (let turn = 0; turn < NOTHING_TURNS; turn += 1)
    nothing.push(await time(() => peer.askForNothing?.() ?? Promise.resolve()));
  return { nothing };
}

/**
 * Asks the questions that are not timed, and then the others against the clock. A column with a wrong answer is named and has
 * no times.
 */
export async function checkAndTimeReads(peer: Peer, plan: Plan): Promise<Reads> {
  const times: Partial<Record<ListColumn | 'get', readonly number[]>> = {};
  const wrong: string[] = [];
  for (const column of LIST_COLUMNS) {
    const checked = await askAll(peer, plan.checks[column]);
    const timed = checked.isWrong ? checked : await askAll(peer, plan.timed[column]);
    if (timed.isWrong) wrong.push(column);
    else times[column] = timed.times;
  }
  const gets = await readAll(peer, plan.gets);
  if (gets.isWrong) wrong.push('get');
  else times.get = gets.times;
  return { times, wrong, ...(await timeNothing(peer)) };
}

/** Returns the milliseconds until the changed records are stored. */
export function timeUpdate(peer: Peer, pages: readonly Uint8Array[]): Promise<number> {
  return time(() => peer.update(pages));
}

/** Returns whether the changed records are read. */
export async function checkUpdate(peer: Peer, { afterUpdate }: Plan): Promise<boolean> {
  const page = await askAll(peer, [afterUpdate.page]);
  const gets = await readAll(peer, afterUpdate.gets);
  return !page.isWrong && !gets.isWrong;
}
