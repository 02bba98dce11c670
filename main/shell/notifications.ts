import { app, nativeImage, type BrowserWindow, type NativeImage, Notification } from 'electron';
import type { AccountsState } from '#contract/accounts.ts';
import type { EventPayload } from '#contract/api.ts';
import type { EventName } from '#contract/names.ts';
import type { Result } from '#contract/result.ts';
import type { Settings } from '#contract/settings.ts';
import type { Health } from '#contract/sync-health.ts';
import { drop } from '#main/base/async.ts';
import type { Log } from '#main/base/log.ts';
import type { Windows } from './window.ts';

const SIDE = 16;
/** The accent, as blue, green, red and opacity. */
const COLOUR = [0x74, 0x6c, 0x0a, 0xff] as const;

/** A filled circle. Windows shows no number of its own there. */
function dot(): NativeImage {
  const pixels = Buffer.alloc(SIDE * SIDE * COLOUR.length);
  const middle = (SIDE - 1) / 2;
  for (let place = 0; place < SIDE * SIDE; place++) {
    const distance = Math.hypot((place % SIDE) - middle, Math.floor(place / SIDE) - middle);
    if (distance <= middle) pixels.set(COLOUR, place * COLOUR.length);
  }
  return nativeImage.createFromBitmap(pixels, { width: SIDE, height: SIDE });
}

/** Shows how many alerts are unread on the program's sign in dock or task bar; 0 takes it away. */
function showUnread(count: number, window: BrowserWindow | null): void {
  if (process.platform === 'win32') window?.setOverlayIcon(count === 0 ? null : dot(), `${count} unread`);
  else app.setBadgeCount(count);
}

type Kinds = EventPayload<'newNotifications'>['kinds'];

/** One and several alerts about a kind of object. A kind that nobody knows is not named: its name is the service's to choose. */
const WORDS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  appointment: ['appointment', 'appointments'],
  message: ['message', 'messages'],
  requisition: ['requisition', 'requisitions'],
  form: ['form', 'forms'],
  prescription: ['prescription', 'prescriptions'],
};
const OTHER = ['other', 'other'] as const;

function counted(count: number, [one, several]: readonly [string, string]): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** How many there are of all kinds together. */
function getTotal(kinds: Kinds): number {
  return kinds.reduce((sum, { count }) => sum + count, 0);
}

/** How many have come, for example `3 new alerts`. */
function newNotificationsTitle(kinds: Kinds): string {
  return counted(getTotal(kinds), ['new alert', 'new alerts']);
}

/** How many of which kind, for example `2 appointments, 1 message`. Never a name, a title or a text. */
function newNotificationKinds(kinds: Kinds): string {
  const known = kinds.flatMap(({ about, count }) => {
    const words = Object.hasOwn(WORDS, about) ? WORDS[about] : undefined;
    return words === undefined ? [] : [counted(count, words)];
  });
  const others = getTotal(kinds.filter(({ about }) => !Object.hasOwn(WORDS, about)));
  return [...known, ...(others === 0 ? [] : [counted(others, OTHER)])].join(', ');
}

/** What a notice says when the service no longer accepts the sign-in. */
const SIGN_IN_NOTICE = {
  title: 'Intray is signed out',
  body: 'Nothing is fetched or sent until new tokens are entered. What is on this desk stays readable.',
} as const;

type NewNotificationsEvent = EventPayload<'newNotifications'>;

interface NoticeOptions {
  readonly windows: Pick<Windows, 'show' | 'send' | 'current'>;
  readonly engine: {
    call(name: 'notifications.get', input: { readonly id: string }): Promise<Result<unknown>>;
  };
  readonly settings: () => Pick<Settings, 'notifications'>;
  readonly log: Log;
}

interface Words {
  readonly title: string;
  readonly body: string;
}

/** Systems cut a longer text anyway. */
const MAX_CHARACTERS = 200;

function beginning(text: unknown): string {
  return typeof text === 'string' ? text.slice(0, MAX_CHARACTERS).toWellFormed() : '';
}

/**
 * Notices of the operating system. They are pointers only: the inbox is the truth, and keeps everything unread that was not read.
 * Whether one may be shown now, and with a sound, is the system's own setting, 'do not disturb' among them.
 */
class Notices {
  readonly #options: NoticeOptions;
  /** As long as one can be clicked it has to be held: collected as garbage, it would no longer answer. */
  readonly #shown = new Set<Notification>();
  #awaited: EventPayload<'reveal'> | null = null;
  #isSignedOut = false;

  constructor(options: NoticeOptions) {
    this.#options = options;
    // One that lies in the system's list from an earlier run has nobody else to answer it.
    if (process.platform === 'win32') Notification.handleActivation(() => options.windows.show());
  }

  /** Alerts have come. */
  onNewNotifications(onNewNotifications: NewNotificationsEvent): void {
    drop(this.#emit(onNewNotifications), 'new alerts could not be told', this.#options.log);
  }

  /** A sign-in that has ended is told once, whatever is chosen for alerts: nothing more would ever come. */
  health({ connection }: Pick<Health, 'connection'>): void {
    const isSignedOut = connection === 'signed-out';
    if (isSignedOut && !this.#isSignedOut) {
      this.#show(SIGN_IN_NOTICE, () => this.#send('command', { id: 'go.account' }));
    }
    // Until a request has ended well nobody knows.
    if (connection !== 'unknown') this.#isSignedOut = isSignedOut;
  }

  /** A page can hear events: it is told what it was opened for. */
  pageLoaded(): void {
    const awaited = this.#awaited;
    this.#awaited = null;
    if (awaited !== null) this.#options.windows.send('reveal', awaited);
  }

  async #emit(onNewNotifications: NewNotificationsEvent): Promise<void> {
    const level = this.#options.settings().notifications;
    if (level === 'nothing') return;
    const plain = {
      title: newNotificationsTitle(onNewNotifications.kinds),
      body: newNotificationKinds(onNewNotifications.kinds),
    };
    const words = level === 'full' ? ((await this.#toText(onNewNotifications)) ?? plain) : plain;
    const isOne = getTotal(onNewNotifications.kinds) === 1;
    this.#show(words, () => this.#reveal({ notification: isOne ? onNewNotifications.newest : null }));
  }

  /** The newest alert's own words; null where it cannot be had. */
  async #toText({ newest, kinds }: NewNotificationsEvent): Promise<Words | null> {
    const found = await this.#options.engine.call('notifications.get', { id: newest });
    if (!found.ok) return null;
    const { record } = found.value as { readonly record: { readonly title: string; readonly text: string } }; // as the contract says
    const more = getTotal(kinds) - 1;
    const title = beginning(record.title) || newNotificationsTitle(kinds);
    return { title: more === 0 ? title : `${title} (and ${more} more)`, body: beginning(record.text) };
  }

  #show(words: Words, onClick: () => void): void {
    if (!Notification.isSupported()) return;
    const notice = new Notification(words);
    const release = (): void => void this.#shown.delete(notice);
    this.#shown.add(notice);
    notice.on('click', () => {
      release();
      onClick();
    });
    notice.on('close', release);
    notice.on('failed', (_event, error) => {
      release();
      this.#options.log.warn('a notice could not be shown', { error: error.slice(0, MAX_CHARACTERS) });
    });
    notice.show();
  }

  #reveal(target: EventPayload<'reveal'>): void {
    const { windows } = this.#options;
    if (windows.current() === null) this.#awaited = target;
    this.#send('reveal', target);
  }

  #send(name: EventName, payload: unknown): void {
    const { windows } = this.#options;
    windows.show();
    windows.send(name, payload);
  }
}

/** What the desk tells the person outside its window. */
export interface SystemNotifications {
  /** Hears what the engine tells the windows. */
  readonly onEvent: (name: EventName, payload: unknown) => void;
  /** How the account stands: where none is open, nothing of one may be left on the program's sign. */
  readonly session: (state: AccountsState['session']) => void;
  readonly pageLoaded: () => void;
}

/** Joins notices and the number on the program's sign with what the engine tells. */
export function createSystemNotifications(options: NoticeOptions): SystemNotifications {
  const notices = new Notices(options);
  const badge = (count: number): void => showUnread(count, options.windows.current());
  return {
    // The engine is our own code: its events are as the contract says.
    onEvent: (name, payload) => {
      if (name === 'newNotifications')
        notices.onNewNotifications(payload as EventPayload<'newNotifications'>);
      if (name === 'unread') badge((payload as EventPayload<'unread'>).count);
      if (name === 'health') notices.health(payload as Health);
    },
    session: (state) => {
      if (state !== 'open') badge(0);
    },
    pageLoaded: () => notices.pageLoaded(),
  };
}
