import { HostApp } from '../../host/host-app.ts';
import { record } from './recording.ts';

/** The app of the unit tests: `fake-exit` is emitted where the program would end. */
export class FakeApp extends HostApp {
  /** Whether this is the first run on its profile. */
  isFirst = true;
  constructor() {
    super(
      {
        onUse: record,
        getVersion: () => '0.0.0',
        lock: () => this.isFirst,
        exit: (code) => void this.emit('fake-exit', code),
        startAgain: () => {},
      },
      ['fake-exit'],
    );
  }
  override reset(): void {
    super.reset();
    this.isFirst = true;
  }
}

export const fakeApp = new FakeApp();
