import { Notification } from 'electron';
import type { EventPayload } from '#contract/api.ts';
import type { Health } from '#contract/health.ts';
import type { EventName } from '#contract/names.ts';
import type { Result } from '#contract/result.ts';
import type { Settings } from '#contract/settings.ts';
import { drop } from '#main/base/async.ts';
import type { Log } from '#main/base/log.ts';
import { newNotificationKinds, newNotificationsTitle, SIGN_IN_NOTICE, getTotal } from './notice-words.ts';
import type { Windows } from './window.ts';

type NewNotificationsEvent = EventPayload<'newNotifications'>;

export interface NoticeOptions {
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
export class Notices {
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
