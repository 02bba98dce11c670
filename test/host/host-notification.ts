import { EVENTS, OPTIONS, type UsedNotification } from './members.ts';
import { KnownEmitter, knownKeys } from './strict.ts';

/** What is behind a notification: a line on stderr, or a test. */
export interface NotificationDriver {
  readonly show: (notification: HostNotification) => void;
  readonly close: (notification: HostNotification) => void;
}

/** A system notification; `click` is the user's, and may never come. */
export class HostNotification extends KnownEmitter implements UsedNotification {
  // Nothing here is `#`, see `KnownEmitter`.
  readonly options: Electron.NotificationConstructorOptions;
  private readonly driver: NotificationDriver;

  constructor(options: Electron.NotificationConstructorOptions, driver: NotificationDriver) {
    super('Notification', EVENTS.notification);
    knownKeys('Notification', options, OPTIONS.notification);
    this.options = options;
    this.driver = driver;
  }
  show(): void {
    this.driver.show(this);
  }
  close(): void {
    this.driver.close(this);
  }
}
