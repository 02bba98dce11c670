import { HostNotification } from './host-notification.ts';

let click: () => void = () => {};
// The signal stands for a click on the newest notification.
process.on('SIGUSR2', () => click());

/** `electron.Notification`: its text is written to stderr; SIGUSR2 is the user's click on the newest one. */
export class Notification extends HostNotification {
  constructor(options: Electron.NotificationConstructorOptions) {
    super(options, {
      show: (shown) => {
        const { title = '', body = '' } = options;
        process.stderr.write(`notice ${title} | ${body}\n`);
        click = () => void shown.emit('click');
      },
      // Nothing is shown here.
      close: () => {},
    });
  }

  static isSupported(): boolean {
    return true;
  }

  /** Clicks on notifications of an earlier run come on Windows only. */
  static handleActivation(): void {}

  /** An earlier run has left none. */
  static removeAll(): void {}
}
