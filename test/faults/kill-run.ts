import type { ClosedChange } from '#contract/outbox.ts';
import { systemClock } from '#main/base/clock.ts';
import { createSeededRandom, type RandomGenerator } from '#main/base/random.ts';
import type { Dialect } from '#main/demo/dialect/dialect.ts';
import { startDemoServer, type DemoServer } from '#main/demo/server.ts';
import { openInput, temporaryFolder, unwrap } from '../support/engine.ts';
import { forkEngine, type EngineChild } from '../support/engine-process.ts';
import { listRemainingDifferences } from './equal-caches.ts';
import { findings, type Findings } from './findings.ts';
import { faultClock, serviceClock, type ServiceClock } from './fault-clock.ts';
import { settleAsUser } from './settle.ts';
import { Tally, type Verdict } from './tally.ts';
import { nextWrite, getTargets, type Targets } from './workload.ts';
import { openApp } from '../support/app.ts';

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  readonly dialect: Dialect;
}

/** The outcome of a series of kills. */
export interface KillReport {
  readonly verdict: Verdict;
  readonly found: Findings;
}

/** The longest time an engine runs before it is killed, in milliseconds from its opening. */
const MAX_LIFETIME = 160;
const WRITES_A_LIFE = 4;
const AFTER_RECONCILE = 11 * 60_000;
/** Time at the service between two lives of the engine, whose own clock is real: a request limit lets some requests pass again. */
const BETWEEN_LIVES = 10_000;

interface Run {
  readonly clinic: DemoServer;
  readonly there: ServiceClock;
  readonly folder: string;
  readonly random: RandomGenerator;
  readonly targets: Targets;
  readonly tally: Tally;
  written: number;
}

function getAccount({ baseUrl, accessToken, jwt, userId }: DemoServer) {
  return openInput(baseUrl, { tokens: { accessToken, jwt }, userId });
}

/**
 * Writes and syncs until the engine has ended, and reports the first save. A save without a response was not
 * promised.
 */
async function work(
  { random, targets, tally }: Run,
  child: EngineChild,
  first: number,
  onSaved: () => void,
): Promise<void> {
  for (let count = 0; count < WRITES_A_LIFE; count++) {
    const marked = nextWrite(first + count, random, targets);
    const saved = await child.call('outbox.save', marked.change).catch(() => null);
    if (saved === null) {
      tally.unanswered.push(marked);
      return;
    }
    const outboxNumber = saved.ok ? (saved.value as { number: number }).number : null; // as the contract says
    if (outboxNumber !== null) tally.savedChanges.push({ ...marked, outboxNumber });
    onSaved();
    if (count === 0) void child.call('sync.run', {}).catch(() => null);
  }
  await child.call('sync.run', {}).catch(() => null);
}

async function oneLife(run: Run, life: number): Promise<void> {
  const child = forkEngine(run.folder);
  unwrap(await child.call('engine.open', getAccount(run.clinic)));
  const saved = Promise.withResolvers<void>();
  const working = work(run, child, run.written + 1, saved.resolve);
  run.written += WRITES_A_LIFE;
  // On a busy machine a short run ends before anything is saved: in every other round the time starts at the
  // first save.
  if (life % 2 === 0) await Promise.race([saved.promise, working]);
  await systemClock.wait(run.random.fraction() * MAX_LIFETIME);
  await child.killHard();
  await working;
}

async function conclude({ clinic, folder, there, tally }: Run): Promise<KillReport> {
  const clock = faultClock(there);
  const app = await openApp(clinic, { folder, clock });
  const pass = (ms: number): void => [clock, there].forEach((each) => each.pass(ms));
  const sync = () => app.sync({ full: true });
  try {
    const { outbox, resolve } = app;
    const left = await settleAsUser({ outbox, sync, resolve, pass }, clinic, { tally });
    const later = async (): Promise<void> => {
      pass(AFTER_RECONCILE);
      await sync();
    };
    const stale = await listRemainingDifferences(app.cached, clinic, later);
    const settled: readonly ClosedChange[] = unwrap(
      await app.engine().call('outbox.closed', { limit: 500 }),
    ).items;
    const verdict = tally.verdict(clinic, settled);
    return { verdict, found: findings(clinic.dialect, verdict, left, stale) };
  } finally {
    await app.close();
  }
}

/**
 * Kills the engine repeatedly at random moments of sending and refreshing, then resolves everything and
 * counts.
 */
export async function killRun({ kills, seed, dialect }: KillOptions): Promise<KillReport> {
  const folder = await temporaryFolder();
  const there = serviceClock();
  const sizes = { requisitions: 60, forms: 8, notifications: 40, patients: 9 };
  const clinic = await startDemoServer({ ...sizes, seed: 7, dialect, clock: there });
  // A small delay, so that kills also fall between a request and its response.
  clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'delay', ms: 12 } });
  const run: Run = {
    clinic,
    there,
    folder: folder.path,
    random: createSeededRandom(seed),
    targets: getTargets(clinic),
    tally: new Tally(),
    written: 0,
  };
  try {
    for (let life = 0; life < kills; life++) {
      await oneLife(run, life);
      there.pass(BETWEEN_LIVES);
    }
    clinic.faults.clear();
    return await conclude(run);
  } finally {
    await clinic.close();
    await folder.remove();
  }
}
