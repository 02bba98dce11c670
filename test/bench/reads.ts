/**
 * The time a user waits for a list: the median of each read in milliseconds, and as a multiple of the lower
 * bound, which is one record read through the same call. Then the same for the inbox while thousands of read
 * marks are pending, and while they are sent.
 */
import { parseArgs } from 'node:util';
import { systemClock } from '#main/base/clock.ts';
import { parseDateSpan } from '#contract/search/date-range.ts';
import { toEpochMs } from '#contract/time.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import { startDemoServer } from '#main/demo/server.ts';
import { openInput, temporaryFolder, unwrap } from '../support/engine.ts';
import type { EngineChild } from '../support/engine-process.ts';
import { forkBuiltEngine } from './built-engine.ts';
import { median } from './statistics.ts';

const TURNS = 21;
const PIECE = 500;
const UNREAD_FIRST = { unreadFirst: true } as const;

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const from = systemClock.monotonic();
  const value = await work();
  return { value, ms: systemClock.monotonic() - from };
}

interface Read {
  readonly what: string;
  readonly name: ProcedureName;
  readonly input: object;
}

/** The first time, and the median of the later ones. */
async function measure(
  engine: EngineChild,
  { name, input }: Read,
): Promise<{ first: number; median: number }> {
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    times.push((await timed(async () => unwrap(await engine.call(name, input)))).ms);
  }
  const [first = 0, ...later] = times;
  return { first, median: median(later) };
}

function print(what: string, first: number, median: number, floor: number): void {
  const cells = [first.toFixed(1), median.toFixed(1), (median / floor).toFixed(1)];
  console.log(what.padEnd(44) + cells.map((cell) => cell.padStart(10)).join(''));
}

function reads(): readonly Read[] {
  const today = parseDateSpan('today', { now: toEpochMs(Date.now()), zone: 'system' }, 'back');
  const newest = { by: 'updated', descending: true };
  return [
    { what: 'inbox, unread first', name: 'inbox.page', input: { terms: [], order: UNREAD_FIRST } },
    { what: 'inbox, counts', name: 'inbox.counts', input: { terms: [] } },
    {
      what: 'inbox, a word',
      name: 'inbox.page',
      input: { terms: [{ field: 'text', value: 'visit' }], order: UNREAD_FIRST },
    },
    {
      what: 'worklist, a page',
      name: 'worklist.page',
      input: { tab: 'all', terms: [], order: newest },
    },
    {
      what: 'worklist, a word',
      name: 'worklist.page',
      input: { tab: 'all', terms: [{ field: 'text', value: 'blood' }], order: newest },
    },
    { what: 'worklist, counts', name: 'worklist.counts', input: { terms: [] } },
    { what: 'forms, a page', name: 'forms.page', input: { tab: 'all', terms: [], order: newest } },
    {
      what: 'forms, a word',
      name: 'forms.page',
      input: { tab: 'all', terms: [{ field: 'text', value: 'consent' }], order: newest },
    },
    { what: 'forms, counts', name: 'forms.counts', input: { terms: [] } },
    {
      what: 'requests, a page',
      name: 'completions.page',
      input: { filter: { show: 'open' }, order: { by: 'asked', descending: false } },
    },
    { what: 'the sheet of today', name: 'day.sheet', input: { from: today?.from, until: today?.until } },
  ];
}

/** Marks everything as read, in batches as the inbox does. Returns the number of notifications. */
async function markAll(engine: EngineChild): Promise<number> {
  let after: string | undefined;
  const ids: string[] = [];
  do {
    const answer = await engine.call('inbox.ids', {
      terms: [],
      toBecome: 'read',
      ...(after === undefined ? {} : { after }),
    });
    const page = unwrap(answer) as { readonly ids: readonly string[]; readonly next: string | null }; // as the contract says
    ids.push(...page.ids);
    after = page.next ?? undefined;
  } while (after !== undefined);
  for (let at = 0; at < ids.length; at += PIECE)
    unwrap(await engine.call('inbox.markRead', { ids: ids.slice(at, at + PIECE), read: true }));
  return ids.length;
}

async function run(engine: EngineChild): Promise<void> {
  const { value: health, ms } = await timed(async () => unwrap(await engine.call('sync.run', {})));
  console.log(
    `synced in ${(ms / 1000).toFixed(1)} s: ${JSON.stringify((health as { kinds: { kind: string; cached: number }[] }).kinds.map(({ kind, cached }) => `${kind} ${cached}`))}`,
  );
  const list = unwrap(await engine.call('inbox.ids', { terms: [], toBecome: 'read', limit: 1 })) as {
    ids: string[];
  };
  const one: Read = {
    what: 'one record, the floor',
    name: 'notifications.get',
    input: { id: list.ids[0] },
  };
  const floor = (await measure(engine, one)).median;
  console.log(
    'read'.padEnd(44) + ['first ms', 'median', 'x floor'].map((cell) => cell.padStart(10)).join(''),
  );
  for (const read of [one, ...reads()]) {
    const { first, median } = await measure(engine, read);
    print(read.what, first, median, floor);
  }
  const marked = await timed(() => markAll(engine));
  console.log(`${marked.value} read marks were saved in ${(marked.ms / 1000).toFixed(1)} s`);
  const [page] = reads();
  if (page === undefined) return;
  const waiting = await measure(engine, page);
  print('inbox, while they wait', waiting.first, waiting.median, floor);
  const sending = engine.call('sync.run', { kinds: ['notification'] });
  const meanwhile = await measure(engine, page);
  print('inbox, while they are sent', meanwhile.first, meanwhile.median, floor);
  engine.process.kill('SIGKILL');
  await sending.catch(() => {});
}

/** Options: --notifications N (100,000) --forms N (2,000) --requisitions N (5,000). */
export async function readBench(args: readonly string[]): Promise<void> {
  const option = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({
    args: [...args],
    options: { notifications: option('100000'), forms: option('2000'), requisitions: option('5000') },
  });
  const sizes = {
    notifications: Number(values.notifications),
    forms: Number(values.forms),
    requisitions: Number(values.requisitions),
  };
  const clinic = await startDemoServer({ seed: 1, patients: 2000, ...sizes });
  const folder = await temporaryFolder();
  const engine = forkBuiltEngine(folder.path);
  try {
    const { baseUrl, accessToken, jwt, userId } = clinic;
    unwrap(await engine.call('engine.open', openInput(baseUrl, { tokens: { accessToken, jwt }, userId })));
    await run(engine);
  } finally {
    engine.process.kill('SIGKILL');
    await folder.remove();
    await clinic.close();
  }
}
