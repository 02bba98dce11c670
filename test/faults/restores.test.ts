import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSeededRandom, type RandomGenerator } from '#main/base/random.ts';
import type { Dialect } from '#main/demo/dialect/dialect.ts';
import type { FaultAction } from '#main/demo/faults.ts';
import { temporaryFolder, unwrap } from '../support/engine.ts';
import { listRemainingDifferences } from './equal-caches.ts';
import { findings, type Findings, NOTHING_WRONG } from './findings.ts';
import { faultClock, READS_LAG, serviceClock } from './fault-clock.ts';
import { getDialect, DIALECTS, inDialect, SEED } from './pool.ts';
import { noteRun } from './report.ts';
import { settleAsUser } from './settle.ts';
import { howMuch } from './size.ts';
import { Tally } from './tally.ts';
import { nextWrite, getTargets, type Targets } from './workload.ts';
import { setTime, getWrongClock } from './wrong-clocks.ts';
import { WRONG_TIME_WORKER_URL } from '../support/worker-entries.ts';
import { memoryKeychain, type MemoryKeychain } from '../support/memory-keychain.ts';
import { type TestApp, openTestApp } from '../support/app.ts';

const PATIENT = 240_000;
const STEPS = 6;
const WRITES_A_LIFE = 3;
const AFTER_RECONCILE = 11 * 60_000;
const TROUBLE: readonly FaultAction[] = [
  { kind: 'close', after: true },
  { kind: 'close' },
  { kind: 'answer', status: 503 },
];

/** What of the data folder is restored. */
type Restored = 'whole folder' | 'file alone' | 'all but the cache' | 'folder and keychain';

const RESTORED: readonly Restored[] = [
  'whole folder',
  'file alone',
  'folder and keychain',
  'all but the cache',
];

/** A snapshot of a whole machine contains the keychain's record too. */
const isWhole = (restored: Restored): boolean =>
  restored === 'whole folder' || restored === 'folder and keychain';

function isPutBack(restored: Restored, name: string): boolean {
  if (isWhole(restored)) return true;
  if (restored === 'file alone') return /local\.db/.test(name);
  return !/cache\.db/.test(name);
}

/**
 * Where every other evidence is restored too, only the service's list shows what has been sent since; what no
 * list shows by then cannot be detected.
 */
function visibleTo(restored: Restored, dialect: Dialect): Dialect {
  if (restored !== 'folder and keychain') return dialect;
  return { ...dialect, choices: { ...dialect.choices, createdVisible: 'at-once' } };
}

/** An older state of a data folder. */
interface Copy {
  readonly folder: string;
  /** The number of changes that had been saved by then. */
  readonly saved: number;
  /** The entries of the keychain. */
  readonly keychain: ReadonlyMap<string, string>;
}

interface Run {
  readonly app: TestApp;
  readonly random: RandomGenerator;
  readonly targets: Targets;
  readonly copies: string;
  readonly keychain: MemoryKeychain;
  readonly tally: Tally;
  readonly pass: (ms: number) => void;
  written: number;
  copy: Copy | null;
}

async function write(run: Run): Promise<void> {
  const { app, random, targets, tally } = run;
  for (let count = 0; count < WRITES_A_LIFE; count++) {
    const marked = nextWrite(++run.written, random, targets);
    const { number: outboxNumber } = await app.save(marked.change);
    tally.savedChanges.push({ ...marked, outboxNumber });
  }
  const action = TROUBLE[Math.floor(random.fraction() * 5)];
  if (action !== undefined) app.clinic.faults.add({ match: { method: 'POST', times: 2 }, action });
  if (random.fraction() < 0.6) await app.sync();
  app.clinic.faults.clear();
}

async function keepCopy(run: Run): Promise<void> {
  const folder = path.join(run.copies, String(run.written));
  const keychain = new Map(run.keychain.entries);
  await run.app.restart({ between: () => cpSync(run.app.folder, folder, { recursive: true }) });
  // The restart may have stored more in the keychain than the copy contains, so the keychain's content of
  // that moment belongs to the copy.
  run.copy = { folder, saved: run.tally.savedChanges.length, keychain };
}

async function putBack(run: Run, { folder, saved, keychain }: Copy, restored: Restored): Promise<void> {
  const { app, tally } = run;
  const filter = (source: string): boolean =>
    source === folder || !path.extname(source) || isPutBack(restored, path.basename(source));
  await app.restart({
    between: () => {
      // SQLite's files beside the database belong to the file that is replaced.
      if (isWhole(restored)) rmSync(app.folder, { recursive: true });
      if (restored === 'folder and keychain') run.keychain.restore(keychain);
      cpSync(folder, app.folder, { recursive: true, filter });
    },
  });
  // Putting a folder back takes longer than the reads of a service lag.
  run.pass(READS_LAG);
  // The folder does not contain what was saved since: what was sent is done, what was not sent is lost with
  // the folder.
  tally.forgetSavedAfter(saved);
}

/** Draws all actions of a run, and what is restored, from one seed. */
async function runScenario(part: number): Promise<Findings> {
  const random = createSeededRandom(SEED + part);
  const there = serviceClock();
  const here = faultClock(there);
  const restored = RESTORED[(part + Math.floor(part / DIALECTS.length)) % RESTORED.length] ?? 'whole folder';
  const dialect = visibleTo(restored, getDialect(part));
  const wrong = getWrongClock(Math.floor(random.fraction() * 100));
  const copies = await temporaryFolder();
  const keychain = memoryKeychain();
  const app = await openTestApp(
    { requisitions: 20, forms: 6, notifications: 8, dialect, clock: there },
    { isHasty: true, clock: here, workerUrl: WRONG_TIME_WORKER_URL, keychain },
  );
  const { clinic } = app;
  const tally = new Tally();
  const targets = getTargets(clinic);
  const pass = (ms: number): void => [here, there].forEach((clock) => clock.pass(ms));
  const run: Run = {
    app,
    random,
    targets,
    copies: copies.path,
    keychain,
    tally,
    pass,
    written: 0,
    copy: null,
  };
  await app.sync();
  for (let step = 0; step < STEPS; step++) {
    setTime(here, wrong, step);
    await write(run);
    if (run.copy === null || random.fraction() < 0.3) await keepCopy(run);
    else if (random.fraction() < 0.6) await putBack(run, run.copy, restored);
    pass(Math.round(random.fraction() * AFTER_RECONCILE));
  }
  if (run.copy !== null) await putBack(run, run.copy, restored);
  const refresh = () => app.sync({ full: true });
  const left = await settleAsUser({ outbox: app.outbox, sync: refresh, resolve: app.resolve, pass }, clinic, {
    tally,
  });
  const { items } = unwrap(await app.engine().call('outbox.closed', { limit: 500 }));
  const verdict = tally.verdict(clinic, items);
  noteRun({ suite: 'restores', dialect, verdict });
  await copies.remove();
  const later = (): Promise<unknown> => {
    pass(AFTER_RECONCILE);
    return refresh();
  };
  const stale = await listRemainingDifferences((kind) => app.cached(kind), clinic, later);
  return findings(dialect, verdict, left, stale);
}

const parts = Array.from({ length: howMuch(1, 45) }, (_, index) => index);

describe('A data folder that is restored from an older copy', () => {
  test.each(parts)(
    'loses nothing that it held and duplicates nothing that was sent since (%i)',
    async (part) => {
      expect(await inDialect(getDialect(part), () => runScenario(part))).toEqual(NOTHING_WRONG);
    },
    PATIENT,
  );
});
