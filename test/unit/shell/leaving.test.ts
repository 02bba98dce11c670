import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BrowserWindow } from 'electron';
import { silentLog } from '#main/base/log.ts';
import { QuitGuard } from '#main/shell/quit.ts';
import {
  fakeAnswer,
  fakeApp,
  FakeWindow,
  resetElectron,
  askedNames,
  FakeEvent,
  lastAsk,
} from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
afterEach(resetElectron);

const [LEAVE, STAY] = [0, 1];

function setUp(unsent: number, platform: NodeJS.Platform = 'linux') {
  const leaving = new QuitGuard({ unsent: () => unsent, window: () => null, platform, log: silentLog });
  return { leaving, window: new FakeWindow({}) as unknown as BrowserWindow }; // the fake replaces it
}

function quits(): FakeEvent {
  const event = new FakeEvent();
  fakeApp.emit('before-quit', event);
  return event;
}

describe('quitting', () => {
  it('with unsent changes that end with this run asks first, saying how many and what happens', async () => {
    setUp(3);
    fakeAnswer.button = STAY;
    expect(quits().prevented).toBe(true);
    await vi.waitFor(() => expect(askedNames()).toContain('dialog.showMessageBox'));
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
    await vi.waitFor(() => expect(askedNames()).toContain('app.quit'));
    expect(quits().prevented).toBe(false);
    expect(askedNames().filter((name) => name === 'dialog.showMessageBox')).toHaveLength(1);
  });

  it('that is requested twice asks one question', async () => {
    setUp(1);
    fakeAnswer.button = STAY;
    expect([quits().prevented, quits().prevented]).toEqual([true, true]);
    expect(askedNames().filter((name) => name === 'dialog.showMessageBox')).toHaveLength(1);
  });

  it('at log-off asks nothing, because nobody can answer', () => {
    const { leaving } = setUp(3);
    leaving.leaveUnasked();
    expect(quits().prevented).toBe(false);
    expect(askedNames()).not.toContain('dialog.showMessageBox');
  });

  it('is known from its last step on', () => {
    const { leaving } = setUp(0);
    quits();
    expect(leaving.isQuitting).toBe(false);
    fakeApp.emit('will-quit', new FakeEvent());
    expect(leaving.isQuitting).toBe(true);
  });

  it('with nothing unsent asks nothing', () => {
    setUp(0);
    expect(quits().prevented).toBe(false);
  });
});

describe('closing the last window', () => {
  it('asks as quitting does, and closes once the user agrees', async () => {
    const { leaving, window } = setUp(2);
    const event = new FakeEvent();
    fakeAnswer.button = LEAVE;
    leaving.handleClosing(event, window);
    expect(event.prevented).toBe(true);
    await vi.waitFor(() => expect(askedNames()).toContain('window.close'));
  });

  it('leaves the program running on macOS, so nothing is asked', () => {
    const { leaving, window } = setUp(2, 'darwin');
    const event = new FakeEvent();
    leaving.handleClosing(event, window);
    expect(event.prevented).toBe(false);
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
