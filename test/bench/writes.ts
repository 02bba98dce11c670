/**
 * The time and the CPU time of saving a change while others wait to be sent, and of sending many read flags, with the
 * inbox as the user sees it meanwhile.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { systemClock } from '#main/base/clock.ts';
import { startDemoServer, type DemoServer } from '#main/demo/server.ts';
import type { EngineChild } from '../support/engine-process.ts';
import { openInput, temporaryFolder, unwrap } from '../support/engine.ts';
import { forkBuiltEngine } from './built-engine.ts';
import { describeLoad, getLoad } from './report.ts';
import { percentile } from './statistics.ts';

/** Numbers of waiting changes at which saves are measured. */
const WAITING = [0, 1_000, 5_000];
const SAVES = 50;
const READ_FLAGS = 1_000;
const PIECE = 500;
const FIRST_PAGE = { terms: [], order: { unreadFirst: true } };
/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

interface Bench {
  readonly clinic: DemoServer;
  readonly engine: EngineChild;
}

/** Returns the CPU time of a process in milliseconds, all of its threads included; NaN where the system does not tell. */
function readCpuTime({ engine }: Bench): number {
  if (process.platform !== 'linux') return Number.NaN;
  const stat = readFileSync(`/proc/${engine.process.pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may contain blanks; user and system time are the 12th and 13th behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const from = systemClock.monotonic();
  await work();
  return systemClock.monotonic() - from;
}

/** Runs work with a clinic and an engine that has synced it. */
async function withEngine(
  sizes: { readonly requisitions: number; readonly notifications: number },
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const clinic = await startDemoServer({ seed: 1, patients: 2_000, forms: 0, ...sizes });
  const folder = await temporaryFolder();
  const engine = forkBuiltEngine(folder.path);
  try {
    const { baseUrl, accessToken, jwt, userId } = clinic;
    unwrap(await engine.call('engine.open', openInput(baseUrl, { tokens: { accessToken, jwt }, userId })));
    unwrap(await engine.call('sync.run', {}));
    await work({ clinic, engine });
  } finally {
    await engine.killHard();
    await folder.remove();
    await clinic.close();
  }
}

async function measureSaves(bench: Bench): Promise<void> {
  const { clinic, engine } = bench;
  const ids = [...clinic.listResources('requisition')].map(({ id }) => String(id));
  await clinic.unplug();
  let saved = 0;
  const save = async (): Promise<void> => {
    const data = { id: ids[saved] ?? '', name: `Changed ${saved}` };
    unwrap(await engine.call('outbox.save', { operation: 'requisitions.update', data }));
    saved += 1;
  };
  for (const waiting of WAITING) {
    for (let missing = waiting - saved; missing > 0; missing -= 1) await save();
    const before = readCpuTime(bench);
    const times: number[] = [];
    for (let count = 0; count < SAVES; count += 1) times.push(await time(save));
    const cpu = (readCpuTime(bench) - before) / SAVES;
    const shown = [percentile(times, 0.5), percentile(times, 0.95), cpu].map((ms) => ms.toFixed(1));
    console.log(`a save, ${waiting} waiting: p50 ${shown[0]} ms, p95 ${shown[1]} ms, CPU ${shown[2]} ms`);
  }
}

/** Reads the first page of the inbox again and again until a signal; returns the milliseconds of each. */
async function timePages(engine: EngineChild, ended: AbortSignal): Promise<readonly number[]> {
  const times: number[] = [];
  while (!ended.aborted)
    times.push(await time(async () => unwrap(await engine.call('inbox.page', FIRST_PAGE))));
  return times;
}

/** Marks notifications as read while the service cannot be reached; returns how many wait. */
async function saveReadFlags({ clinic, engine }: Bench): Promise<number> {
  const ids = [...clinic.listResources('notification')]
    .filter(({ read, user }) => read === false && user === clinic.userId)
    .slice(0, READ_FLAGS)
    .map(({ id }) => String(id));
  await clinic.unplug();
  for (let at = 0; at < ids.length; at += PIECE)
    unwrap(await engine.call('inbox.markRead', { ids: ids.slice(at, at + PIECE), read: true }));
  await clinic.plugIn();
  return ids.length;
}

/** @param isLookedAt whether pages of the inbox are read meanwhile, one after another, which takes CPU time too */
async function measureSending(bench: Bench, isLookedAt: boolean): Promise<void> {
  const { clinic, engine } = bench;
  const flags = await saveReadFlags(bench);
  const before = readCpuTime(bench);
  const ended = new AbortController();
  const looking = isLookedAt ? timePages(engine, ended.signal) : Promise.resolve([]);
  const ms = await time(async () => unwrap(await engine.call('sync.run', { kinds: ['notification'] })));
  const cpu = readCpuTime(bench) - before;
  ended.abort();
  const pages = await looking;
  const sent = clinic.writeLog().length;
  const reading = isLookedAt
    ? ` with ${pages.length} pages of the inbox among it: p50 ${percentile(pages, 0.5).toFixed(1)} ms, p99 ${percentile(pages, 0.99).toFixed(1)} ms`
    : '';
  console.log(
    `sending ${flags} read flags: ${sent} arrived in ${(ms / 1000).toFixed(1)} s, CPU ${(cpu / 1000).toFixed(1)} s${reading}`,
  );
}

/** Options: --requisitions N (20,000) --notifications N (20,000). */
export async function writeBench(args: readonly string[]): Promise<void> {
  const option = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({
    args: [...args],
    options: { requisitions: option('20000'), notifications: option('20000') },
  });
  const loads = [getLoad()];
  await withEngine({ requisitions: Number(values.requisitions), notifications: 100 }, measureSaves);
  loads.push(getLoad());
  for (const isLookedAt of [false, true])
    await withEngine({ requisitions: 100, notifications: Number(values.notifications) }, (bench) =>
      measureSending(bench, isLookedAt),
    );
  console.log(`load ${describeLoad([...loads, getLoad()])}`);
}
