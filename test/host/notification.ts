import { EVENTS, OPTIONS, type UsedNotification } from './members.ts';
import { knownEvents, knownKeys } from './strict.ts';

let click: () => void = () => {};
// The signal stands for a click on the newest notification.
process.on('SIGUSR2', () => click());

/** `electron.Notification`: its text is written to stderr; SIGUSR2 is the user's click on the newest one. */
export class Notification implements UsedNotification {
  readonly #options: Electron.NotificationConstructorOptions;
  readonly #events = knownEvents('Notification', EVENTS.notification);

  constructor(options: Electron.NotificationConstructorOptions) {
    knownKeys('Notification', options, OPTIONS.notification);
    this.#options = options;
  }

  static isSupported(): boolean {
    return true;
  }

  /** Clicks on notifications of an earlier run come on Windows only. */
  static handleActivation(): void {}

  on(event: string, listener: (...args: never[]) => void): this {
    this.#events.on(event, listener);
    return this;
  }

  show(): void {
    const { title = '', body = '' } = this.#options;
    process.stderr.write(`notice ${title} | ${body}\n`);
    click = () => void this.#events.emit('click');
  }

  // Nothing is shown here.
  close(): void {}
}
