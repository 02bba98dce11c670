import { app, nativeImage, type BrowserWindow, type NativeImage, Notification } from 'electron';
import type { AccountsState } from '#contract/accounts.ts';
import type { EventPayload } from '#contract/api.ts';
import type { EventName } from '#contract/ipc-names.ts';
import type { Result } from '#contract/result.ts';
import type { Settings } from '#contract/settings.ts';
import type { Health } from '#contract/sync-health.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Log } from '#main/base/log.ts';
import { toSingleLineWithoutControls } from '#main/base/plain-text.ts';
import { getMainProcessText, joinTextsAsList } from './text.ts';
import type { ProgramWindows } from './window.ts';

const DOT_SIZE = 16;
/** The accent colour, as blue, green, red and opacity. */
const COLOUR = [0x74, 0x6c, 0x0a, 0xff] as const;

/** Returns a filled circle, for Windows, which shows no number on the icon. */
function drawDot(): NativeImage {
  const pixels = Buffer.alloc(DOT_SIZE * DOT_SIZE * COLOUR.length);
  const middle = (DOT_SIZE - 1) / 2;
  for (let place = 0; place < DOT_SIZE * DOT_SIZE; place++) {
    const distance = Math.hypot((place % DOT_SIZE) - middle, Math.floor(place / DOT_SIZE) - middle);
    if (distance <= middle) pixels.set(COLOUR, place * COLOUR.length);
  }
  return nativeImage.createFromBitmap(pixels, { width: DOT_SIZE, height: DOT_SIZE });
}

/** Shows the number of unread notifications on the program's icon in the dock or task bar; 0 removes it. */
function showUnread(count: number, window: BrowserWindow | null): void {
  if (process.platform === 'win32')
    window?.setOverlayIcon(
      count === 0 ? null : drawDot(),
      getMainProcessText('systemNotification.unreadBadge', { count }),
    );
  else app.setBadgeCount(count);
}

type Kinds = EventPayload<'newNotifications'>['kinds'];

/** The kinds of object that are named. An unknown kind is not, because its name comes from the service. */
const NAMED_KINDS = ['appointment', 'message', 'requisition', 'form', 'prescription'] as const;

/** Returns the number of notifications of all kinds. */
function countAll(kinds: Kinds): number {
  return kinds.reduce((sum, { count }) => sum + count, 0);
}

/** Returns how many have arrived, for example `3 new notifications`. */
function formatTitle(kinds: Kinds): string {
  return getMainProcessText('systemNotification.title', { count: countAll(kinds) });
}

/**
 * Returns how many of each kind have arrived, for example `2 appointments, 1 message`. Never a name, a title
 * or a text.
 */
function formatKinds(kinds: Kinds): string {
  const getKind = (about: string) => NAMED_KINDS.find((kind) => kind === about);
  const known = kinds.flatMap(({ about, count }) => {
    const kind = getKind(about);
    return kind === undefined ? [] : [getMainProcessText(`systemNotification.kind.${kind}`, { count })];
  });
  const others = countAll(kinds.filter(({ about }) => getKind(about) === undefined));
  return joinTextsAsList([
    ...known,
    ...(others === 0 ? [] : [getMainProcessText('systemNotification.kind.other', { count: others })]),
  ]);
}

/** Returns the system notification shown when the service no longer accepts the sign-in. */
function createSignInNotice(): NotificationText {
  return {
    title: getMainProcessText('systemNotification.signedOut'),
    body: getMainProcessText('systemNotification.signedOutBody'),
  };
}

/** Returns the system notification of due reminders. Their notes are not in it: they may name patients. */
function toReminderNotice({ count }: EventPayload<'dueReminders'>): NotificationText {
  return {
    title: getMainProcessText('systemNotification.reminders', { count }),
    body: getMainProcessText('systemNotification.remindersBody'),
  };
}

/** Returns the system notification of a downtime pack that could not be made; why is on the first screen. */
function createPackFailureNotice(): NotificationText {
  return {
    title: getMainProcessText('systemNotification.packFailed'),
    body: getMainProcessText('systemNotification.packFailedBody'),
  };
}

type NewNotificationsEvent = EventPayload<'newNotifications'>;

interface NoticeOptions {
  readonly windows: Pick<ProgramWindows, 'show' | 'send' | 'current'>;
  readonly engine: {
    call(name: 'notifications.get', input: { readonly id: string }): Promise<Result<unknown>>;
  };
  readonly settings: () => Pick<Settings, 'notifications'>;
  readonly log: Log;
}

interface NotificationText {
  readonly title: string;
  readonly body: string;
}

/** Maximum number of notifications that are kept in the system's list: older ones are taken out of it. */
const MAX_KEPT = 100;
/** Maximum length of a text in a system notification: operating systems cut longer ones. */
const MAX_CHARACTERS = 200;

/**
 * Returns a text of the service for a system notification: one short line without hidden characters. Linux desktops
 * read markup in it, with links and pictures, and some show an escaped sign as it is written: the signs are replaced.
 */
function toNoticeText(text: unknown): string {
  if (typeof text !== 'string') return '';
  const line = toSingleLineWithoutControls(text.slice(0, MAX_CHARACTERS)).toWellFormed();
  return process.platform === 'linux' ? line.replaceAll('<', '‹').replaceAll('>', '›') : line;
}

/**
 * System notifications. They only point to the inbox, which is authoritative and keeps everything unread that
 * was not read. Whether one may be shown now, and with a sound, is decided by the system's settings,
 * including 'do not disturb'.
 */
class Notices {
  readonly #options: NoticeOptions;
  /**
   * A notification must be referenced as long as it can be clicked: after garbage collection it would not
   * respond. One whose banner has gone may still be in the system's list, with its text.
   */
  readonly #shown = new Set<Notification>();
  #isSignedOut = false;

  constructor(options: NoticeOptions) {
    this.#options = options;
    // A notification of an earlier run in the system's list has no other handler.
    if (process.platform === 'win32') Notification.handleActivation(() => options.windows.show());
    // Those that a crash has left. Other systems offer no way to take them out of the list.
    if (process.platform === 'darwin') Notification.removeAll();
  }

  /** Shows a system notification for newly arrived notifications, as the settings allow. */
  onNewNotifications(arrived: NewNotificationsEvent): void {
    runInBackground(this.#emit(arrived), 'new notifications could not be shown', this.#options.log);
  }

  /**
   * Shows once that a sign-in has expired, whatever is chosen for notifications: nothing more would arrive
   * otherwise.
   */
  handleHealth({ connection }: Pick<Health, 'connection'>): void {
    const isSignedOut = connection === 'signed-out';
    if (isSignedOut && !this.#isSignedOut) {
      this.#show(createSignInNotice(), () => this.#send('command', { id: 'go.account' }));
    }
    // The state is unknown until a request has succeeded.
    if (connection !== 'unknown') this.#isSignedOut = isSignedOut;
  }

  /** Shows a system notification for reminders that have become due. */
  handleDueReminders(due: EventPayload<'dueReminders'>): void {
    if (this.#options.settings().notifications === 'nothing') return;
    this.#show(toReminderNotice(due), () => this.#send('command', { id: 'go.home' }));
  }

  /** Shows a system notification for snoozed notifications whose time has come. It names none of them. */
  handleSnoozesEnded({ count }: EventPayload<'snoozesEnded'>): void {
    if (this.#options.settings().notifications === 'nothing') return;
    const notice = {
      title: getMainProcessText('systemNotification.snoozed', { count }),
      body: getMainProcessText('systemNotification.snoozedBody'),
    };
    this.#show(notice, () => this.#reveal({ notification: null }));
  }

  /** Shows that a downtime pack could not be made automatically. */
  handlePackFailure(): void {
    if (this.#options.settings().notifications === 'nothing') return;
    this.#show(createPackFailureNotice(), () => this.#send('command', { id: 'go.home' }));
  }

  async #emit(arrived: NewNotificationsEvent): Promise<void> {
    const level = this.#options.settings().notifications;
    if (level === 'nothing') return;
    const plain = { title: formatTitle(arrived.kinds), body: formatKinds(arrived.kinds) };
    const words = level === 'full' ? ((await this.#toText(arrived)) ?? plain) : plain;
    const isOne = countAll(arrived.kinds) === 1;
    this.#show(words, () => this.#reveal({ notification: isOne ? arrived.newest : null }));
  }

  /** Returns the text of the newest notification; null where it cannot be read. */
  async #toText({ newest, kinds }: NewNotificationsEvent): Promise<NotificationText | null> {
    const found = await this.#options.engine.call('notifications.get', { id: newest });
    if (!found.ok) return null;
    const { record } = found.value as { readonly record: { readonly title: string; readonly text: string } }; // The contract defines this shape.
    const more = countAll(kinds) - 1;
    const title = toNoticeText(record.title) || formatTitle(kinds);
    const counted =
      more === 0 ? title : getMainProcessText('systemNotification.titleAndMore', { title, count: more });
    return { title: counted, body: toNoticeText(record.text) };
  }

  #show(words: NotificationText, onClick: () => void): void {
    if (!Notification.isSupported()) return;
    const notice = new Notification(words);
    const release = (): void => void this.#shown.delete(notice);
    this.#shown.add(notice);
    notice.on('click', () => {
      release();
      onClick();
    });
    // Only the user takes a notification out of the list for good: Windows also closes its banner, and keeps it in the list.
    notice.on('close', ({ reason }) => {
      if (reason === undefined || reason === 'userCanceled') release();
    });
    notice.on('failed', (_event, error) => {
      release();
      this.#options.log.warn('a system notification could not be shown', {
        error: error.slice(0, MAX_CHARACTERS),
      });
    });
    notice.show();
    const [oldest] = this.#shown;
    if (this.#shown.size <= MAX_KEPT || oldest === undefined) return;
    this.#shown.delete(oldest);
    oldest.close();
  }

  /** Takes all notifications of this run out of the system's list. */
  closeAll(): void {
    for (const notice of this.#shown) notice.close();
    this.#shown.clear();
  }

  #reveal(target: EventPayload<'reveal'>): void {
    this.#send('reveal', target);
  }

  #send(name: EventName, payload: unknown): void {
    const { windows } = this.#options;
    windows.show();
    windows.send(name, payload);
  }
}

/** The system notifications of Intray and the badge on its icon. */
export interface SystemNotifications {
  /** Receives the events that the engine sends to the windows. */
  readonly onEvent: (name: EventName, payload: unknown) => void;
  /** Receives the state of the account: without an open one, the program's icon must show nothing. */
  readonly handleSessionState: (state: AccountsState['session']) => void;
  /** Notifies the user that a scheduled downtime pack could not be made. */
  readonly handlePackFailure: () => void;
  /** Takes all notifications out of the system's list: their texts are for the user of the account that is left, or of this run. */
  readonly removeAll: () => void;
  /** The window is visible: its button in the task bar needs the count again. */
  readonly windowShown: () => void;
}

/** Connects system notifications and the number on the program's icon with the engine's events. */
export function createSystemNotifications(options: NoticeOptions): SystemNotifications {
  const notices = new Notices(options);
  let unread = 0;
  const setBadge = (count: number): void => {
    unread = count;
    showUnread(count, options.windows.current());
  };
  return {
    // The events come from our own engine and conform to the contract.
    onEvent: (name, payload) => {
      if (name === 'newNotifications')
        notices.onNewNotifications(payload as EventPayload<'newNotifications'>);
      if (name === 'dueReminders') notices.handleDueReminders(payload as EventPayload<'dueReminders'>);
      if (name === 'snoozesEnded') notices.handleSnoozesEnded(payload as EventPayload<'snoozesEnded'>);
      if (name === 'unread') setBadge((payload as EventPayload<'unread'>).count);
      if (name === 'health') notices.handleHealth(payload as Health);
    },
    handleSessionState: (state) => {
      if (state !== 'open') setBadge(0);
      if (state === 'locked') notices.closeAll();
    },
    handlePackFailure: () => notices.handlePackFailure(),
    removeAll: () => notices.closeAll(),
    // Sets the badge again: Windows drops an icon that is set before the task bar button exists.
    windowShown: () => {
      if (unread > 0) showUnread(unread, options.windows.current());
    },
  };
}
