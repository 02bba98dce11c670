import { knownEvents, knownKeys } from './strict.ts';

const OPTIONS = ['title', 'body'] as const;

let click: () => void = () => {};
// The signal stands for a click on the newest notification.
process.on('SIGUSR2', () => click());

/** `electron.Notification`: its text is written to stderr; SIGUSR2 is the user's click on the newest one. */
export class Notification {
  readonly #options: Electron.NotificationConstructorOptions;
  readonly #events = knownEvents('Notification', ['click', 'close', 'failed']);

  constructor(options: Electron.NotificationConstructorOptions) {
    knownKeys('Notification', options, OPTIONS);
    this.#options = options;
  }

  static isSupported(): boolean {
    return true;
  }

  on(event: string, listener: (...args: unknown[]) => void): this {
    this.#events.on(event, listener);
    return this;
  }

  show(): void {
    const { title = '', body = '' } = this.#options;
    process.stderr.write(`notice ${title} | ${body}\n`);
    click = () => void this.#events.emit('click');
  }
}
