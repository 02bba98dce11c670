import { HostNotification } from '../../host/host-notification.ts';
import { record } from './recording.ts';

/** A system notification that is recorded; `emit('click')` is the user's click. */
export class FakeNotification extends HostNotification {
  static readonly shown: HostNotification[] = [];
  static isSupported = () => true;
  static handleActivation = (): void => record('Notification.handleActivation');
  static removeAll = (): void => record('Notification.removeAll');
  constructor(options: Electron.NotificationConstructorOptions) {
    super(options, {
      show: (notification) => FakeNotification.shown.push(notification),
      close: () => record('notification.close', options.title),
    });
  }
}
