import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { idSchema } from '#contract/record-schemas.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { systemClock } from '#main/base/clock.ts';
import { isProcessAlive } from '#main/base/process-alive.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { NEW_ORDER } from '../support/builders.ts';
import type { AccountSession } from '#main/session/session.ts';
import { testEngine, unwrap, until, type TestEngine } from '../support/engine.ts';
import { PIN } from '../support/locks.ts';
import { memoryKeychain, type MemoryKeychain } from '../support/memory-keychain.ts';
import { createTestSession, linkEngine } from '../support/session.ts';
import { openKeptKeychain, saveKeychain } from './kept-keychain.ts';
import { howMuch, IS_WHOLE } from './size.ts';

const PATIENT = 3_600_000;
const TIMES = howMuch(1, 50);
const PROGRAM = fileURLToPath(new URL('./computer-killed.ts', import.meta.url));
const SENTINEL = 'PHI-SENTINEL';
/** Of the runs, some end before they are killed. */
const MAX_RUNS = 3 * TIMES;
const AT_START = { ...DEFAULT_SETTINGS, openAtStart: 'last' } as const;

/** A computer with accounts whose changes are not sent, as it is before each kill. */
interface Computer {
  readonly app: TestApp;
  readonly dataDir: string;
  readonly keychainFile: string;
  readonly accounts: readonly string[];
  /** The keys of the accounts' files, 64 hex digits. */
  readonly keys: readonly string[];
}

async function saveUnsent(app: TestApp): Promise<void> {
  await app.sync();
  await app.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, name: `${SENTINEL} order` } });
  await app.sync();
}

/** Prepares a computer: its accounts have an order that the service refuses, and the last one may have a PIN. */
async function prepareComputer(accountCount: number, hasPin = false): Promise<Computer> {
  const keychain = memoryKeychain();
  const app = await openTestApp(
    { seed: 3, requisitions: 6, forms: 2, notifications: 3 },
    { keychain, hasSession: true },
  );
  app.clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'answer', status: 422 } });
  const { baseUrl, accessToken, jwt, userId } = app.clinic;
  const accounts: string[] = [];
  for (let place = 0; place < accountCount; place++) {
    const user = place === 0 ? idSchema('user').parse(userId) : null;
    const signedIn = unwrap(await app.session().signIn({ baseUrl, accessToken, jwt, userId: user }));
    accounts.push(signedIn.current ?? '');
    await saveUnsent(app);
  }
  const keys = accounts.map((id) => {
    const { key } = JSON.parse(keychain.entries.get(`${id}/cache-key`) ?? '{}') as { key: string }; // as the vault writes it
    return key;
  });
  if (hasPin) unwrap(await app.session().locking.setPin(PIN, null));
  await app.session().close();
  await app.engine().close();
  const keychainFile = `${app.folder}-keychain.json`;
  saveKeychain(keychainFile, keychain);
  onTestFinished(() => rmSync(keychainFile, { force: true }));
  return { app, dataDir: app.folder, keychainFile, accounts, keys };
}

/** A copy of a computer on which a process was killed, and what the process had said. */
interface Killed {
  readonly dataDir: string;
  readonly keychainFile: string;
  readonly said: readonly string[];
  readonly wasKilled: boolean;
  /** How long it ran after it began, in milliseconds. */
  readonly lifetime: number;
}

/** Checks that the processes of PDFs end after their parent, and leave no file but whole packs. */
async function checkPdfProcesses(packs: string, said: readonly string[]): Promise<void> {
  const pids = said.flatMap((line) => /^child (\d+)$/.exec(line)?.[1] ?? []).map(Number);
  // A pack was made, and a process is busy when the kill comes.
  expect(pids.length).toBeGreaterThan(1);
  await until(() => !pids.some(isProcessAlive), 'the processes of PDFs to end');
  expect(readdirSync(packs)).toEqual(['pack.pdf']);
  expect(readFileSync(path.join(packs, 'pack.pdf')).subarray(-8).includes('%%EOF')).toBe(true);
  expect(countReadable(packs, [])).toBe(0);
}

/** Runs the program over a copy of a computer and kills it a number of milliseconds after it begins; Infinity lets it end. */
async function killCopy(
  { dataDir, keychainFile, accounts }: Computer,
  what: string,
  after: number,
): Promise<Killed> {
  const work = `${dataDir}-work`;
  mkdirSync(work);
  const packs = path.join(work, 'packs');
  mkdirSync(packs);
  const copy = { dataDir: path.join(work, 'data'), keychainFile: path.join(work, 'keychain.json') };
  cpSync(dataDir, copy.dataDir, { recursive: true });
  cpSync(keychainFile, copy.keychainFile);
  const account = accounts.at(-1) ?? '';
  const given = [
    PROGRAM,
    copy.dataDir,
    copy.keychainFile,
    what,
    account,
    path.join(work, 'all.intray-export'),
    // In a test run the processes of PDFs would cost more than the rest; `pdf-process.test.ts` kills the parent of one.
    IS_WHOLE ? path.join(packs, 'pack.pdf') : '',
  ];
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const said: string[] = [];
  const begun = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line);
    if (line === 'begins') begun.resolve();
  });
  await Promise.race([begun.promise, exit]);
  expect(said).toContain('begins');
  const start = systemClock.monotonic();
  if (after !== Infinity) {
    await systemClock.wait(after);
    child.kill('SIGKILL');
  }
  await exit;
  const lifetime = systemClock.monotonic() - start;
  if (IS_WHOLE) await checkPdfProcesses(packs, said);
  return { ...copy, said, wasKilled: !said.includes('done'), lifetime };
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => statSync(name).isFile());
}

/** Counts the files in which one of these texts, or a key, can be read. */
function countReadable(folder: string, keys: readonly string[]): number {
  const wanted = [
    Buffer.from(SENTINEL),
    ...keys.flatMap((key) => [Buffer.from(key), Buffer.from(key, 'hex')]),
  ];
  return listFiles(folder).filter((name) => {
    const bytes = readFileSync(name);
    return wanted.some((each) => bytes.includes(each));
  }).length;
}

/** The next start of the program over a copy. */
async function startAgain({ dataDir, keychainFile }: Killed) {
  const keychain = openKeptKeychain(keychainFile);
  const engine = testEngine(dataDir);
  unwrap(await engine.start());
  const session = createTestSession({ folder: dataDir, keychain, engine: linkEngine(engine) });
  await session.openAtStart(AT_START, null);
  const close = async (): Promise<void> => {
    await session.close();
    await engine.close();
    rmSync(path.dirname(dataDir), { recursive: true, force: true });
  };
  return { session, engine, keychain, close };
}

interface Receipt {
  readonly account: string;
  readonly exportedTo?: string;
  readonly discarded: readonly number[];
}

function readReceipts(dataDir: string): readonly Receipt[] {
  const file = path.join(dataDir, 'removals.json');
  if (!existsSync(file)) return [];
  const { open, receipts } = JSON.parse(readFileSync(file, 'utf8')) as { open: []; receipts: [] }; // as the program writes it
  expect(open).toEqual([]);
  return receipts;
}

/** The names of the changes that are not sent, of an account that was not removed. */
async function listLabels(
  session: AccountSession,
  engine: TestEngine,
  id: string,
): Promise<readonly string[]> {
  unwrap(await session.switchTo({ id }));
  return unwrap(await engine.call('outbox.list', {})).items.map(({ label }) => label);
}

/** Checks that nothing is left of a removed account but its export, and that its change is in it or was discarded by its number. */
function checkReceipt(
  { dataDir, said }: Killed,
  { entries }: MemoryKeychain,
  { account, exportedTo = '', discarded }: Receipt,
): void {
  expect([...entries.keys()].filter((name) => name.startsWith(account))).toEqual([]);
  expect(existsSync(path.join(dataDir, 'accounts', account))).toBe(false);
  const exported = said.find((line) => line.startsWith('exported') && line.endsWith(exportedTo));
  const bytes = Number(exported?.split(' ')[1]);
  expect(discarded.length === 1 || statSync(exportedTo).size === bytes).toBe(true);
}

/** Checks what is left of each account: nothing, with its change discarded by name or exported, or all of it. */
async function checkRemoval(computer: Computer, killed: Killed): Promise<number> {
  const before = openKeptKeychain(killed.keychainFile);
  const keyless = computer.accounts.filter((id) => !before.entries.has(`${id}/cache-key`));
  expect(countReadable(killed.dataDir, computer.keys)).toBe(0);
  const { session, keychain, engine, close } = await startAgain(killed);
  const receipts = readReceipts(killed.dataDir);
  expect(!killed.wasKilled && receipts.length < computer.accounts.length).toBe(false);
  expect(keyless.filter((id) => receipts.every(({ account }) => account !== id))).toEqual([]);
  for (const id of computer.accounts) {
    const receipt = receipts.find(({ account }) => account === id);
    const labels = receipt === undefined ? await listLabels(session, engine, id) : [`${SENTINEL} order`];
    expect(labels).toEqual([`${SENTINEL} order`]);
    if (receipt !== undefined) checkReceipt(killed, keychain, receipt);
  }
  expect(countReadable(killed.dataDir, computer.keys)).toBe(0);
  await close();
  return receipts.length;
}

/**
 * Kills the program at `TIMES` random moments of its life, and checks what each leaves. Its life is as long as in the last run
 * that ended by itself: a computer that was busy may be idle later.
 */
async function killOften(
  computer: Computer,
  what: string,
  check: (killed: Killed) => Promise<unknown>,
): Promise<void> {
  const random = createSeededRandom(23);
  const whole = await killCopy(computer, what, Infinity);
  await check(whole);
  let { lifetime } = whole;
  let kills = 0;
  for (let run = 0; kills < TIMES && run < MAX_RUNS; run++) {
    const killed = await killCopy(computer, what, random.fraction() * lifetime);
    if (killed.wasKilled) kills += 1;
    else ({ lifetime } = killed);
    await check(killed);
  }
  expect(kills).toBe(TIMES);
}

test.each([
  ['remove', 1],
  ['wipe', 2],
] as const)(
  '%s that is killed at any time leaves nothing readable where the key is gone, and loses no change',
  async (what, accountCount) => {
    const computer = await prepareComputer(accountCount);
    let removed = 0;
    await killOften(computer, what, async (killed) => {
      removed += await checkRemoval(computer, killed);
    });
    // Some kills come before the removal has begun, others after.
    expect(IS_WHOLE && [0, TIMES * accountCount].includes(removed)).toBe(false);
  },
  PATIENT,
);

test(
  'a lock that is killed at any time leaves nothing readable, and the PIN opens every change that was saved',
  async () => {
    const computer = await prepareComputer(1, true);
    // So that kills fall into what a lock sends as well.
    computer.app.clinic.faults.add({ match: { path: /requisitions/ }, action: { kind: 'delay', ms: 25 } });
    await killOften(computer, 'lock', async (killed) => {
      const stored = openKeptKeychain(killed.keychainFile);
      expect([...stored.entries.keys()].filter((name) => name.endsWith('/cache-key'))).toEqual([]);
      expect(countReadable(killed.dataDir, computer.keys)).toBe(0);
      const { session, engine, close } = await startAgain(killed);
      expect(session.getState().session).toBe('locked');
      unwrap(await session.locking.unlock(PIN));
      const { items } = unwrap(await engine.call('outbox.list', {}));
      const arrived = unwrap(await engine.call('outbox.closed', {})).items;
      const known = [...items, ...arrived].map(({ number }) => number);
      const saved = killed.said.flatMap((line) => /^saved (\d+)$/.exec(line)?.[1] ?? []).map(Number);
      expect(saved.length).toBeGreaterThan(0);
      expect(saved.filter((number) => !known.includes(number))).toEqual([]);
      expect(items.map(({ label }) => label)).toContain(`${SENTINEL} order`);
      await close();
    });
  },
  PATIENT,
);
