import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BrowserWindow } from 'electron';
import { silentLog } from '#main/base/log.ts';
import { PendingChangesLossGuard } from '#main/shell/quit.ts';
import {
  fakeAnswer,
  fakeApp,
  FakeWindow,
  resetElectron,
  askedNames,
  hostEvent,
  type HostEvent,
  lastAsk,
} from '../../support/fake-electron.ts';
import { waitUntilPasses } from '../../support/wait.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
afterEach(resetElectron);

const [LEAVE, STAY] = [0, 1];
/** Whether an update is being installed. */
const updating = { now: false };
afterEach(() => {
  updating.now = false;
});

function setUp(unsent: number, platform: NodeJS.Platform = 'linux') {
  const leaving = new PendingChangesLossGuard({
    unsent: () => unsent,
    isUpdating: () => updating.now,
    window: () => null,
    platform,
    log: silentLog,
  });
  return { leaving, window: new FakeWindow({}) as unknown as BrowserWindow }; // the fake replaces it
}

function quits(): HostEvent {
  const event = hostEvent();
  fakeApp.emit('before-quit', event);
  return event;
}

describe('quitting', () => {
  it('with unsent changes that end with this run asks first, saying how many and what happens', async () => {
    setUp(3);
    fakeAnswer.button = STAY;
    expect(quits().defaultPrevented).toBe(true);
    await waitUntilPasses(() => expect(askedNames()).toContain('dialog.showMessageBox'));
    expect(lastAsk('dialog.showMessageBox')).toMatchObject([
      {
        message: '3 changes have not been sent',
        detail: expect.stringMatching(/no keychain.*If you quit now, they are lost\./),
        defaultId: STAY,
        cancelId: STAY,
      },
    ]);
    expect(askedNames()).not.toContain('app.quit');
  });

  it('continues once the user agrees, and does not ask again', async () => {
    setUp(1);
    fakeAnswer.button = LEAVE;
    quits();
    await waitUntilPasses(() => expect(askedNames()).toContain('app.quit'));
    expect(quits().defaultPrevented).toBe(false);
    expect(askedNames().filter((name) => name === 'dialog.showMessageBox')).toHaveLength(1);
  });

  it('that is requested twice asks one question', async () => {
    setUp(1);
    fakeAnswer.button = STAY;
    expect([quits().defaultPrevented, quits().defaultPrevented]).toEqual([true, true]);
    expect(askedNames().filter((name) => name === 'dialog.showMessageBox')).toHaveLength(1);
  });

  it('at log-off asks nothing, because the user can no longer answer', () => {
    const { leaving } = setUp(3);
    leaving.leaveUnasked();
    expect(quits().defaultPrevented).toBe(false);
    expect(askedNames()).not.toContain('dialog.showMessageBox');
  });

  it('is known from its last step on', () => {
    const { leaving } = setUp(0);
    quits();
    expect(leaving.isQuitting).toBe(false);
    fakeApp.emit('will-quit', hostEvent());
    expect(leaving.isQuitting).toBe(true);
  });

  it('with nothing unsent asks nothing', () => {
    setUp(0);
    expect(quits().defaultPrevented).toBe(false);
  });
});

describe('closing the last window', () => {
  it('asks as quitting does, and closes once the user agrees', async () => {
    const { leaving, window } = setUp(2);
    const event = hostEvent();
    fakeAnswer.button = LEAVE;
    leaving.handleClosing(event, window);
    expect(event.defaultPrevented).toBe(true);
    await waitUntilPasses(() => expect(askedNames()).toContain('window.close'));
  });

  it('leaves the program running on macOS, so nothing is asked', () => {
    const { leaving, window } = setUp(2, 'darwin');
    const event = hostEvent();
    leaving.handleClosing(event, window);
    expect(event.defaultPrevented).toBe(false);
  });
});

it('switching accounts says that the changes wait, and until when', async () => {
  const { leaving } = setUp(0);
  fakeAnswer.button = STAY;
  expect(await leaving.maySwitch(1)).toBe(false);
  expect(lastAsk('dialog.showMessageBox')).toMatchObject([
    { message: '1 change of this account has not been sent', buttons: ['Switch account', 'Stay'] },
  ]);
  fakeAnswer.button = LEAVE;
  expect(await leaving.maySwitch(1)).toBe(true);
});

describe('starting the program while it ends', () => {
  it('starts it again', () => {
    const { leaving } = setUp(0);
    quits();
    leaving.noteStart();
    expect(leaving.startsAgain).toBe(true);
  });

  it('is not what the user did before it began to end', () => {
    const { leaving } = setUp(0);
    leaving.noteStart();
    quits();
    expect(leaving.startsAgain).toBe(false);
  });

  it('is left to the installer of an update', () => {
    const { leaving } = setUp(0);
    quits();
    leaving.noteStart();
    updating.now = true;
    expect(leaving.startsAgain).toBe(false);
  });
});
