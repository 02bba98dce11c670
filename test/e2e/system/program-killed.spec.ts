import { randomInt } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright/test';
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
/** The latest moment of a kill after a lock or a wipe has begun: either takes less where nothing else runs. */
const LATEST_MS = 2_500;
const PIN = '90273645180274';
const TEXT = 'Sentinel of a record 6711';
const TYPED = 'Sentinel that was typed 6712';
const LOCAL_NAME = 'Zerlinda Quarkwein';

/** Draws the moments of the kills; INTRAY_SEED repeats those of another run, which has printed it. */
function drawMoments(): () => number {
  const seed = Number(process.env['INTRAY_SEED'] ?? randomInt(2 ** 31));
  process.stdout.write(`INTRAY_SEED=${seed}\n`);
  const random = createSeededRandom(seed);
  return () => Math.floor(random.fraction() * LATEST_MS);
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

  const draw = drawMoments();
  for (let time = 0; time < TIMES; time += 1) {
    begin(app.page.keyboard.press('Control+l'));
    await pause(draw());
    await killAll(app);
    expect(findTexts(app.home, listWanted(prepared))).toEqual([]);
    await app.start();
    await lockScreen(app.page).enter(PIN);
    await expect
      .poll(() => callBridge(app.page, 'lock.state'), { timeout: START_MS })
      .toMatchObject({ value: { state: 'unlocked' } });
    await expect
      .poll(() => callBridge(app.page, 'outbox.list', { limit: 10 }))
      .toMatchObject({ value: { items: [{ operation: 'requisitions.update', id: prepared.id }] } });
  }

  prepared.clinic.faults.clear();
  await frame(app.page).syncNow.click();
  await expect(frame(app.page).waiting).toContainText('No pending changes');
  expect(prepared.clinic.writeLog()).toHaveLength(1);
});

test('a program that is killed while it removes all accounts leaves nothing readable, and the next start finishes it', async ({
  startApp,
  startClinic,
  keychain,
  host,
}) => {
  limitToKillableProgram(host);
  const prepared = prepare(await startClinic({ requisitions: 40, forms: 5, notifications: 5 }));
  const app = await startApp({ baseUrl: prepared.clinic.baseUrl, keychain, ownProgram: true });
  const folders = (): readonly string[] => {
    const folder = join(app.dataDir, 'accounts');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const isOpen = async (): Promise<boolean> => {
    const listed = await callBridge(app.page, 'accounts.list');
    return listed.ok && listed.value.session === 'open';
  };

  const draw = drawMoments();
  await signIn(app.page, prepared);
  for (let time = 0; time < TIMES; time += 1) {
    begin(callBridge(app.page, 'accounts.remove', { what: 'wipe', acceptsUnreadable: false }));
    await pause(draw());
    await killAll(app);
    expect(findTexts(app.home, listWanted(prepared))).toEqual([]);
    await app.start();
    await expect
      .poll(async () => (folders().length === 0 ? 'gone' : (await isOpen()) ? 'here' : 'half'), {
        timeout: START_MS,
      })
      .toMatch(/^(?:gone|here)$/);
    if (folders().length === 0) await signIn(app.page, prepared);
    // Where the removal had not begun, everything is here as before.
    expect(await callBridge(app.page, 'requisitions.get', { id: prepared.id })).toMatchObject({
      value: { record: { id: prepared.id } },
    });
  }
});
