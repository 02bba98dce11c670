import { isDeepStrictEqual } from 'node:util';
import { KINDS, type Kind } from '#contract/ids.ts';
import type { PendingOperation } from '#contract/outbox.ts';
import { systemClock } from '#main/base/clock.ts';
import { seededRandom, type Random } from '#main/base/random.ts';
import { startSandbox, type Sandbox } from '#main/sandbox/server.ts';
import { truthOf } from '../support/desk-and-clinic.ts';
import { openInput, temporaryFolder, valueOf } from '../support/engine.ts';
import { forkEngine, type EngineChild } from '../support/engine-process.ts';
import { settleAsPerson } from './settle.ts';
import { nextWrite, targetsOf, timesDone, type Marked, type Targets } from './workload.ts';

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  /** The engine's entry; its source unless said. */
  readonly entry?: URL;
}

/** What a series of kills came to. */
export interface KillReport {
  readonly kills: number;
  /** Writes that the desk said were saved. */
  readonly acknowledged: number;
  /** Of these the ones that the service never got. */
  readonly lost: readonly string[];
  /** Writes that the service carried out more than once. */
  readonly doubled: readonly string[];
  /** What no decision of a person could settle. */
  readonly left: readonly PendingOperation[];
  /** Kinds of which the cache is not what the service has. */
  readonly differing: readonly Kind[];
}

/** The longest life of an engine before it is killed, in milliseconds from its opening. */
const LONGEST_LIFE = 160;
const WRITES_A_LIFE = 4;

interface Run {
  readonly clinic: Sandbox;
  readonly folder: string;
  readonly random: Random;
  readonly targets: Targets;
  readonly entry: URL | undefined;
  /** What the desk said was saved. */
  readonly acknowledged: Marked[];
  written: number;
}

async function opened({ clinic, folder, entry }: Run): Promise<EngineChild> {
  const child = forkEngine(folder, () => {}, entry);
  const { baseUrl, accessToken, jwt, userId } = clinic;
  valueOf(await child.call('engine.open', openInput(baseUrl, { tokens: { accessToken, jwt }, userId })));
  return child;
}

/** Writes and syncs until the engine is gone. What is not answered was not promised. */
async function work(run: Run, child: EngineChild): Promise<void> {
  for (let count = 0; count < WRITES_A_LIFE; count++) {
    const marked = nextWrite(++run.written, run.random, run.targets);
    const saved = await child.call('writes.save', marked.write).catch(() => null);
    if (saved === null) return;
    if (saved.ok) run.acknowledged.push(marked);
    if (count === 0) void child.call('sync.run', {}).catch(() => null);
  }
  await child.call('sync.run', {}).catch(() => null);
}

async function oneLife(run: Run): Promise<void> {
  const child = await opened(run);
  const working = work(run, child);
  await systemClock.wait(run.random.fraction() * LONGEST_LIFE);
  await child.killHard();
  await working;
}

async function dump(child: EngineChild, kind: Kind): Promise<ReadonlyMap<string, unknown>> {
  const answer = valueOf(await child.call('records.dump', { kind, limit: 1000 })) as {
    items: readonly string[];
  };
  return new Map(
    answer.items.map((raw) => JSON.parse(raw) as { id: string }).map((record) => [record.id, record]),
  );
}

async function verdict(run: Run, kills: number): Promise<KillReport> {
  const { clinic, acknowledged } = run;
  const child = await opened(run);
  const call = async <T>(name: string, input: unknown): Promise<T> =>
    valueOf(await child.call(name, input)) as T; // as the contract says
  const outbox = async () => (await call<{ items: readonly PendingOperation[] }>('outbox.list', {})).items;
  const sync = () => call('sync.run', { full: true });
  const resolve = async (number: number, take: 'server' | 'mine') =>
    void (await call('outbox.resolve', { number, resolution: { take } }));
  const left = await settleAsPerson({ outbox, sync, resolve }, clinic);
  const differing: Kind[] = [];
  for (const kind of KINDS) {
    if (!isDeepStrictEqual(await dump(child, kind), truthOf(clinic, kind))) differing.push(kind);
  }
  await child.letGo();
  const done = timesDone(clinic);
  return {
    kills,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((marked) => isLost(marked, run, done)).map(({ mark }) => mark),
    doubled: [...done].filter(([, times]) => times > 1).map(([mark]) => mark),
    left,
    differing,
  };
}

/** The value of the field that writes of this kind set, as the service has it in the end. */
function finalValue({ write }: Marked, { clinic }: Run): unknown {
  const id = 'id' in write.data ? write.data.id : '';
  for (const kind of KINDS) {
    const record = truthOf(clinic, kind).get(id);
    if (record !== undefined)
      return record[kind === 'notification' ? 'read' : kind === 'form' ? 'description' : 'order_details'];
  }
  return undefined;
}

/** A write of a field is kept where it, or a later one of the same field, is what the service has. */
function isLost(marked: Marked, run: Run, done: ReadonlyMap<string, number>): boolean {
  const { sets, mark, number, write } = marked;
  if (sets === null) return !done.has(mark);
  const later = run.acknowledged.some((other) => other.sets === sets && other.number > number);
  if (later) return false;
  const value = finalValue(marked, run);
  // One that was saved and killed before it could be told may have come after it.
  if ('read' in write.data) return value !== write.data.read && run.written === number;
  return !(Number(/mark(\d+)x/.exec(String(value))?.[1] ?? -1) >= number);
}

/** Kills the engine again and again at random moments of pushing and pulling, then settles everything and counts. */
export async function killRun({ kills, seed, entry }: KillOptions): Promise<KillReport> {
  const folder = await temporaryFolder();
  const clinic = await startSandbox({ seed: 7, requisitions: 60, forms: 8, notifications: 40, patients: 9 });
  // A little slowness, so that kills fall between a request and its answer too.
  clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'delay', ms: 12 } });
  const random = seededRandom(seed);
  const run: Run = {
    clinic,
    folder: folder.path,
    random,
    targets: targetsOf(clinic),
    entry,
    acknowledged: [],
    written: 0,
  };
  try {
    for (let life = 0; life < kills; life++) await oneLife(run);
    clinic.faults.clear();
    return await verdict(run, kills);
  } finally {
    await clinic.close();
    await folder.remove();
  }
}
