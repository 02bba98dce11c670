import { afterEach, describe, expect, it, vi } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import type { Settings } from '#contract/settings.ts';
import { createRedactingLog } from '#main/base/log.ts';
import { createSystemNotifications } from '#main/shell/notifications.ts';
import { FakeNotification, FakeWindow, resetElectron, asked } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

afterEach(() => {
  resetElectron();
  vi.unstubAllGlobals();
});

const TWO_KINDS = {
  kinds: [
    { about: 'appointment', count: 2 },
    { about: 'message', count: 1 },
    { about: '__proto__', count: 1 },
    { about: 'Mrs Ortiz', count: 1 },
  ],
  newest: 'notf_9',
};
const ONE = { kinds: [{ about: 'requisition', count: 1 }], newest: 'notf_1' };

const RECORD = { title: 'Results received', text: 'Lipid panel' };

interface App {
  readonly notifications?: Settings['notifications'];
  readonly answer?: Result<unknown>;
  readonly hasWindow?: boolean;
}

/** The notifications of an account, and the events that the windows received. */
function app({ notifications: level = 'kind', answer = ok({ record: RECORD }), hasWindow = true }: App = {}) {
  const emitted: unknown[] = [];
  const lines: string[] = [];
  let window = hasWindow ? new FakeWindow({ show: false }) : null;
  const notifications = createSystemNotifications({
    windows: {
      show: () => {
        emitted.push('show');
        window ??= new FakeWindow({});
      },
      send: (name, payload) => void emitted.push([name, payload]),
      current: () => window as never,
    },
    engine: { call: async () => answer },
    settings: () => ({ notifications: level }),
    log: createRedactingLog(
      (line) => void lines.push(line),
      () => 0,
    ),
  });
  return { notifications, emitted, lines };
}

async function shown(): Promise<readonly Electron.NotificationConstructorOptions[]> {
  await new Promise(setImmediate);
  return FakeNotification.shown.map(({ options }) => options);
}

describe('a system notification of due reminders', () => {
  it('says how many are due, and leads to the first screen', async () => {
    const { notifications, emitted } = app();
    notifications.onEvent('dueReminders', { count: 2 });
    notifications.onEvent('dueReminders', { count: 1 });
    expect((await shown()).map(({ title }) => title)).toEqual(['2 reminders are due', '1 reminder is due']);
    FakeNotification.shown[0]?.emit('click');
    expect(emitted).toEqual(['show', ['command', { id: 'go.home' }]]);
  });

  it('is not shown if the user chose none', async () => {
    app({ notifications: 'nothing' }).notifications.onEvent('dueReminders', { count: 1 });
    expect(await shown()).toEqual([]);
  });
});

describe('a system notification of snoozed notifications', () => {
  it('says how many are back, names none, and leads to the inbox', async () => {
    const { notifications, emitted } = app();
    notifications.onEvent('snoozesEnded', { count: 2 });
    expect(await shown()).toEqual([
      {
        title: '2 snoozed notifications are back',
        body: 'Their time has come; they are the first in the inbox.',
      },
    ]);
    FakeNotification.shown[0]?.emit('click');
    expect(emitted).toEqual(['show', ['reveal', { notification: null }]]);
  });

  it('is not shown if the user chose none', async () => {
    app({ notifications: 'nothing' }).notifications.onEvent('snoozesEnded', { count: 1 });
    expect(await shown()).toEqual([]);
  });
});

describe('a system notification of new notifications', () => {
  it('says how many have come and of which kinds, and neither an unknown kind nor a word of any', async () => {
    app().notifications.onEvent('newNotifications', TWO_KINDS);
    expect(await shown()).toEqual([
      { title: '5 new notifications', body: '2 appointments, 1 message, 2 other' },
    ]);
  });

  it('is not shown if the user chose none', async () => {
    app({ notifications: 'nothing' }).notifications.onEvent('newNotifications', ONE);
    expect(await shown()).toEqual([]);
  });

  it('shows the text of the newest one if the user chose everything', async () => {
    const { notifications } = app({ notifications: 'full' });
    notifications.onEvent('newNotifications', ONE);
    notifications.onEvent('newNotifications', TWO_KINDS);
    expect(await shown()).toEqual([
      { title: 'Results received', body: 'Lipid panel' },
      { title: 'Results received (and 4 more)', body: 'Lipid panel' },
    ]);
  });

  it('shows a text without markup, line breaks and characters that turn the direction of writing', async () => {
    const record = {
      title: 'Results\u202e\u200f\nreceived\u0007',
      text: '<a href="https://evil.example.org"><img src="x">Sodium\u2066 < 120</a>',
    };
    for (const platform of ['linux', 'darwin']) {
      vi.stubGlobal('process', { ...process, platform });
      app({ notifications: 'full', answer: ok({ record }) }).notifications.onEvent('newNotifications', ONE);
      await shown();
    }
    expect(await shown()).toEqual([
      {
        title: 'Results received',
        body: '‹a href="https://evil.example.org"›‹img src="x"›Sodium  ‹ 120‹/a›',
      },
      {
        title: 'Results received',
        body: '<a href="https://evil.example.org"><img src="x">Sodium  < 120</a>',
      },
    ]);
  });

  it('shows the number if the text of the newest one is not available', async () => {
    const { notifications } = app({ notifications: 'full', answer: err('not-found') });
    notifications.onEvent('newNotifications', ONE);
    expect(await shown()).toEqual([{ title: '1 new notification', body: '1 requisition' }]);
  });

  it('is not tried if the system shows none', async () => {
    FakeNotification.isSupported = () => false;
    app().notifications.onEvent('newNotifications', ONE);
    expect(await shown()).toEqual([]);
  });

  it('opens the one notification when it is clicked, and the inbox if there were several', async () => {
    const { notifications, emitted } = app();
    notifications.onEvent('newNotifications', ONE);
    notifications.onEvent('newNotifications', TWO_KINDS);
    await shown();
    for (const notice of FakeNotification.shown) notice.emit('click');
    expect(emitted).toEqual([
      'show',
      ['reveal', { notification: 'notf_1' }],
      'show',
      ['reveal', { notification: null }],
    ]);
  });

  it('opens a window for the click where there is none', async () => {
    const { notifications, emitted } = app({ hasWindow: false });
    notifications.onEvent('newNotifications', ONE);
    await shown();
    FakeNotification.shown[0]?.emit('click');
    expect(emitted).toEqual(['show', ['reveal', { notification: 'notf_1' }]]);
  });

  it('that cannot be shown is logged without its text', async () => {
    const { notifications, lines } = app();
    notifications.onEvent('newNotifications', ONE);
    await shown();
    FakeNotification.shown[0]?.emit('failed', {}, 'no permission');
    expect(lines.join('')).toContain('no permission');
  });
});

describe('a sign-in that has ended', () => {
  it('is shown once, for any setting, until it is resolved; a click opens the accounts', async () => {
    const { notifications, emitted } = app({ notifications: 'nothing' });
    for (const connection of ['online', 'signed-out', 'signed-out', 'unknown', 'signed-out'])
      notifications.onEvent('health', { connection });
    expect(await shown()).toEqual([expect.objectContaining({ title: 'Intray is signed out' })]);
    FakeNotification.shown[0]?.emit('click');
    expect(emitted).toEqual(['show', ['command', { id: 'go.account' }]]);
    for (const connection of ['online', 'signed-out']) notifications.onEvent('health', { connection });
    expect(await shown()).toHaveLength(2);
  });
});

describe('the badge of the program', () => {
  it('is the unread count, and is cleared with the account', () => {
    const { notifications } = app();
    notifications.onEvent('unread', { count: 12 });
    notifications.handleSessionState('open');
    notifications.handleSessionState('closed');
    expect(asked.filter(({ name }) => name === 'app.setBadgeCount').map(({ args }) => args)).toEqual([
      [12],
      [0],
    ]);
  });

  it('is a dot with a label on Windows, where the system shows no number', () => {
    vi.stubGlobal('process', { ...process, platform: 'win32' });
    const { notifications } = app();
    notifications.onEvent('unread', { count: 3 });
    notifications.onEvent('unread', { count: 0 });
    const icons = asked.filter(({ name }) => name === 'window.setOverlayIcon').map(({ args }) => args);
    expect(icons).toEqual([
      [{ pixels: expect.any(Buffer) }, '3 unread'],
      [null, '0 unread'],
    ]);
  });

  it('is set again on Windows when the window is shown, which had no button before', () => {
    vi.stubGlobal('process', { ...process, platform: 'win32' });
    const { notifications } = app();
    const window = FakeWindow.made[0];
    notifications.onEvent('unread', { count: 3 });
    expect(window?.overlay).toBeNull();
    window?.show();
    notifications.windowShown();
    expect(window?.overlay).toEqual({ pixels: expect.any(Buffer) });
  });
});

describe('a lock', () => {
  it('takes the notifications that are still shown out of the system’s list, with their texts', async () => {
    const { notifications } = app({ notifications: 'full' });
    notifications.onEvent('newNotifications', ONE);
    await shown();
    notifications.handleSessionState('open');
    expect(asked.filter(({ name }) => name === 'notification.close')).toEqual([]);
    notifications.handleSessionState('locked');
    expect(asked.filter(({ name }) => name === 'notification.close')).toHaveLength(1);
  });
});

describe('a notification in the system’s list', () => {
  const countClosed = (): number => asked.filter(({ name }) => name === 'notification.close').length;

  it.each([
    ['its banner has timed out', { reason: 'timedOut' }, 1],
    ['the program has hidden it', { reason: 'applicationHidden' }, 1],
    ['the user has dismissed it', { reason: 'userCanceled' }, 0],
    ['it is gone on a system that gives no reason', {}, 0],
  ])('is taken out of it when another account is opened, after %s', async (_what, event, times) => {
    const { notifications } = app({ notifications: 'full' });
    notifications.onEvent('newNotifications', ONE);
    await shown();
    FakeNotification.shown[0]?.emit('close', event);
    notifications.removeAll();
    expect(countClosed()).toBe(times);
  });

  it('is taken out of it where a hundred newer ones are there', () => {
    const { notifications } = app();
    for (let count = 1; count <= 100; count += 1) notifications.onEvent('dueReminders', { count });
    expect(countClosed()).toBe(0);
    notifications.onEvent('dueReminders', { count: 101 });
    expect(asked.at(-1)).toMatchObject({ name: 'notification.close' });
    expect(countClosed()).toBe(1);
    notifications.removeAll();
    expect(countClosed()).toBe(101);
  });

  it.each([
    ['darwin', 1],
    ['linux', 0],
  ])(
    'is taken out of it at the next start where a crash has left it and the system allows it: %s',
    (platform, times) => {
      vi.stubGlobal('process', { ...process, platform });
      app();
      expect(asked.filter(({ name }) => name === 'Notification.removeAll')).toHaveLength(times);
    },
  );
});
