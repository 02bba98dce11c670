import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import type { ProcedureName } from '#contract/procedures.ts';
import { createSeededRandom } from '#main/base/random.ts';
import type { DemoServer } from '#main/demo/server.ts';
import { callBridge } from '../bridge.ts';
import { canEndDemoClinic } from '../demo-process.ts';
import { expect, test, type App } from '../fixtures.ts';
import { findTexts } from '../found-texts.ts';
import type { Host } from '../launch.ts';
import { listProcesses } from '../process-memory.ts';
import { accounts } from '../screens/accounts.ts';
import { frame } from '../screens/frame.ts';
import { lockScreen } from '../screens/lock.ts';
import { save } from '../screens/outbox.ts';

/** INTRAY_FAULTS=all tries many; INTRAY_KILLS is another number. */
const TIMES = Number(process.env['INTRAY_KILLS'] ?? (process.env['INTRAY_FAULTS'] === 'all' ? 50 : 1));
const MINUTE_MS = 60_000;
/** How long the opening of an account may take on a machine that many share. */
const START_MS = 3 * MINUTE_MS;
/** The latest moment of a kill, as a part of the time that a whole lock or wipe takes, and the earliest, of that until it begins. */
const LATEST_PART = 1.2;
const EARLIEST_PART = 0.8;
const PASSPHRASE = 'correct horse battery';
const PIN = '90273645180274';
const TEXT = 'Sentinel of a record 6711';
const TYPED = 'Sentinel that was typed 6712';
const LOCAL_NAME = 'Zerlinda Quarkwein';

/** When a lock or a wipe has begun to change anything, and when it has finished, in milliseconds since it was asked for. */
interface Duration {
  readonly beginMs: number;
  readonly wholeMs: number;
}

/** Draws fractions; INTRAY_SEED repeats those of another run, which has printed it. */
function drawFractions(): () => number {
  const seed = Number(process.env['INTRAY_SEED'] ?? randomInt(2 ** 31));
  process.stdout.write(`INTRAY_SEED=${seed}\n`);
  const random = createSeededRandom(seed);
  return () => random.fraction();
}

/** Draws the moments of the kills, from shortly before it begins to shortly after it has finished. */
function drawMoments({ beginMs, wholeMs }: Duration): () => number {
  const draw = drawFractions();
  const first = beginMs * EARLIEST_PART;
  return () => first + draw() * (wholeMs * LATEST_PART - first);
}

/** How far a lock or a wipe had come when the program was killed. */
type Progress = 'not begun' | 'in the middle' | 'finished';

/** Prints how many kills there were at each stage, and what was found after them. */
function printKills(what: string, { beginMs, wholeMs }: Duration, kills: readonly Progress[]): void {
  const count = (wanted: Progress): number => kills.filter((each) => each === wanted).length;
  process.stdout.write(
    `${what}: ${kills.length} kills (begins after ${Math.round(beginMs)} ms, takes ${Math.round(wholeMs)} ms): ${count('not begun')} before it had begun, ` +
      `${count('in the middle')} in the middle, ${count('finished')} after it had finished; 0 readable files, 0 lost changes\n`,
  );
}

/** Waits until a lock or a wipe has finished, and returns how long that took. */
async function measure(getProgress: () => Progress): Promise<Duration> {
  const asked = performance.now();
  const wait = (hasCome: () => boolean): Promise<void> =>
    expect.poll(hasCome, { timeout: START_MS, intervals: [20] }).toBe(true);
  await wait(() => getProgress() !== 'not begun');
  const beginMs = performance.now() - asked;
  await wait(() => getProgress() === 'finished');
  return { beginMs, wholeMs: performance.now() - asked };
}

interface PageAndEngine {
  readonly page: readonly number[];
  readonly engine: readonly number[];
}

function listPageAndEngine(app: App): PageAndEngine {
  const all = listProcesses(app.pid);
  const list = (wanted: keyof PageAndEngine) =>
    all.filter(({ kind }) => kind === wanted).map(({ pid }) => pid);
  return { page: list('page'), engine: list('engine') };
}

/** A lock replaces the page first and the engine last. */
function getLockProgress(before: PageAndEngine, now: PageAndEngine): Progress {
  const isKept = (kind: keyof PageAndEngine): boolean => before[kind].some((pid) => now[kind].includes(pid));
  if (!isKept('engine') && now.engine.length > 0) return 'finished';
  return isKept('engine') && before.page.every((pid) => now.page.includes(pid))
    ? 'not begun'
    : 'in the middle';
}

/** Skips the test where the program cannot be killed as a whole, and gives it time for all kills. */
function limitToKillableProgram(host: Host): void {
  test.skip(
    !canEndDemoClinic(host),
    'only Linux lists the processes, and only the stand-in is killed as a whole',
  );
  test.setTimeout(4 * (1 + TIMES) * MINUTE_MS);
}

/** Kills every process of the program at the same moment, as a power cut does. */
async function killAll(app: App): Promise<void> {
  for (const { pid } of listProcesses(app.pid)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
  await app.kill();
}

/** Begins something that the kill interrupts: its answer may never come. */
function begin(work: Promise<unknown>): void {
  work.catch(() => {});
}

interface Prepared {
  readonly clinic: DemoServer;
  readonly id: string;
  readonly patient: string;
}

function prepare(clinic: DemoServer): Prepared {
  const [first] = clinic.listResources('requisition');
  const { id, patient } = first as unknown as { readonly id: string; readonly patient: string }; // as the service's document says
  clinic.otherUsers.updateRequisition(id, { order_details: TEXT });
  return { clinic, id, patient };
}

async function signIn(page: Page, { clinic, patient }: Prepared): Promise<void> {
  await accounts(page).signIn(clinic);
  await expect(frame(page).status).toContainText('Up to date');
  await callBridge(page, 'directory.set', { id: patient, name: LOCAL_NAME, identifier: '' });
}

/** Every text and secret that no file may show. */
function listWanted({ clinic, id, patient }: Prepared): readonly string[] {
  return [TEXT, TYPED, LOCAL_NAME, id, patient, clinic.accessToken, clinic.jwt, PIN];
}

/** Checks that the change that was not sent is here, once and with what was typed. */
async function expectOneUnsent(page: Page, { id }: Prepared): Promise<void> {
  await expect
    .poll(() => callBridge(page, 'outbox.list', { limit: 10 }), { timeout: START_MS })
    .toMatchObject({
      value: {
        items: [
          {
            operation: 'requisitions.update',
            id,
            fields: [{ field: 'order_details', mine: JSON.stringify(TYPED) }],
          },
        ],
      },
    });
}

test('a program that is killed while it locks leaves nothing readable, and the change that was not sent', async ({
  startApp,
  startClinic,
  keychain,
  host,
}) => {
  limitToKillableProgram(host);
  const prepared = prepare(await startClinic({ requisitions: 40, forms: 5, notifications: 5 }));
  const app = await startApp({ baseUrl: prepared.clinic.baseUrl, keychain, ownProgram: true });
  await signIn(app.page, prepared);
  await lockScreen(app.page).setFirstPin(PIN);
  prepared.clinic.faults.add({ match: {}, action: { kind: 'close' } });
  await save(app.page, 'requisitions.update', { id: prepared.id, order_details: TYPED });

  const unlock = async (): Promise<void> => {
    await lockScreen(app.page).enter(PIN);
    await expect
      .poll(() => callBridge(app.page, 'lock.state'), { timeout: START_MS })
      .toMatchObject({ value: { state: 'unlocked' } });
  };
  const lock = (): PageAndEngine => {
    const before = listPageAndEngine(app);
    begin(app.page.keyboard.press('Control+l'));
    return before;
  };
  const whole = lock();
  const duration = await measure(() => getLockProgress(whole, listPageAndEngine(app)));
  await unlock();

  const kills: Progress[] = [];
  const draw = drawMoments(duration);
  for (let time = 0; time < TIMES; time += 1) {
    const before = lock();
    await pause(draw());
    kills.push(getLockProgress(before, listPageAndEngine(app)));
    await killAll(app);
    expect(findTexts(app.home, listWanted(prepared))).toEqual([]);
    await app.start();
    await unlock();
    await expectOneUnsent(app.page, prepared);
  }
  printKills('lock', duration, kills);

  prepared.clinic.faults.clear();
  await frame(app.page).syncNow.click();
  await expect(frame(app.page).waiting).toContainText('No pending changes');
  expect(prepared.clinic.writeLog()).toHaveLength(1);
});

/** How far a wipe had come, by what the killed program has left in its data folder. */
function getWipeProgress({ dataDir }: App): Progress {
  const removals = join(dataDir, 'removals.json');
  const { open } = existsSync(removals)
    ? (JSON.parse(readFileSync(removals, 'utf8')) as { readonly open: readonly unknown[] }) // as the program writes it
    : { open: [] };
  if (open.length > 0) return 'in the middle';
  return listAccountFolders(dataDir).length > 0 ? 'not begun' : 'finished';
}

function listAccountFolders(dataDir: string): readonly string[] {
  const folder = join(dataDir, 'accounts');
  return existsSync(folder) ? readdirSync(folder) : [];
}

test('a program that is killed while it removes all accounts leaves nothing readable, the next start finishes it, and the exported change comes back', async ({
  startApp,
  startClinic,
  keychain,
  host,
}) => {
  limitToKillableProgram(host);
  const prepared = prepare(await startClinic({ requisitions: 40, forms: 5, notifications: 5 }));
  const app = await startApp({
    baseUrl: prepared.clinic.baseUrl,
    keychain,
    ownProgram: true,
    savesAs: 'carried.intray-export',
  });
  const call = (...given: [name: ProcedureName, input?: object]) => callBridge(app.page, ...given);
  const getOpenAccount = async (): Promise<string | null> => {
    const listed = await callBridge(app.page, 'accounts.list');
    return listed.ok && listed.value.session === 'open' ? listed.value.current : null;
  };
  const transfer = async (
    name: 'accounts.export' | 'accounts.import',
    rest: object = {},
  ): Promise<unknown> => {
    await expect.poll(getOpenAccount, { timeout: START_MS }).not.toBeNull();
    const answer = await call(name, { account: await getOpenAccount(), passphrase: PASSPHRASE, ...rest });
    await expect.poll(getOpenAccount, { timeout: START_MS }).not.toBeNull();
    return answer;
  };
  const wipe = (): void =>
    begin(call('accounts.remove', { what: 'wipe', acceptsUnreadable: false, acceptsExported: true }));
  const exportUnsent = async (): Promise<void> => {
    await expectOneUnsent(app.page, prepared);
    expect(await transfer('accounts.export')).toMatchObject({ value: { saved: { changes: 1 } } });
  };
  const signInAndImport = async (): Promise<void> => {
    await signIn(app.page, prepared);
    const imported = await transfer('accounts.import', { isSameUser: true });
    expect(imported).toMatchObject({ value: { imported: { changes: 1 } } });
    await expectOneUnsent(app.page, prepared);
  };

  await signIn(app.page, prepared);
  prepared.clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'close' } });
  await save(app.page, 'requisitions.update', { id: prepared.id, order_details: TYPED });
  expect(await call('accounts.remove', { what: 'wipe', acceptsUnreadable: false })).toMatchObject({
    error: { code: 'unsent-changes' },
  });
  await expectOneUnsent(app.page, prepared);
  await exportUnsent();
  wipe();
  const duration = await measure(() => getWipeProgress(app));
  await app.restart();
  await signInAndImport();

  const kills: Progress[] = [];
  const draw = drawFractions();
  // Each wipe takes another time: the part in which kills are drawn follows what the former kills have met.
  let partMs = duration.wholeMs - duration.beginMs;
  for (let time = 0; time < TIMES; time += 1) {
    await exportUnsent();
    wipe();
    const isEarly = time % 5 === 4;
    if (isEarly) await pause(draw() * duration.beginMs);
    else
      await expect
        .poll(() => getWipeProgress(app), { timeout: START_MS, intervals: [1] })
        .not.toBe('not begun');
    if (!isEarly) await pause(draw() * partMs);
    await killAll(app);
    const met = getWipeProgress(app);
    kills.push(met);
    if (!isEarly) partMs *= met === 'finished' ? 0.7 : 1.1;
    expect(findTexts(app.home, listWanted(prepared))).toEqual([]);
    await app.start();
    await expect
      .poll(
        async () =>
          listAccountFolders(app.dataDir).length === 0
            ? 'gone'
            : (await getOpenAccount()) === null
              ? 'half'
              : 'here',
        { timeout: START_MS },
      )
      .toMatch(/^(?:gone|here)$/);
    if (listAccountFolders(app.dataDir).length === 0) await signInAndImport();
    // Where the removal had not begun, everything is here as before.
    await expectOneUnsent(app.page, prepared);
    expect(await call('requisitions.get', { id: prepared.id })).toMatchObject({
      value: { record: { id: prepared.id } },
    });
  }
  printKills('wipe', duration, kills);

  prepared.clinic.faults.clear();
  await frame(app.page).syncNow.click();
  await expect(frame(app.page).waiting).toContainText('No pending changes');
  expect(prepared.clinic.writeLog()).toHaveLength(1);
});
