import { EVENTS, type UsedApp, type UsedCommandLine } from '../../host/members.ts';
import { KnownEmitter } from '../../host/strict.ts';
import { record } from './recording.ts';

export class FakeApp extends KnownEmitter implements UsedApp {
  isPackaged = false;
  isFirst = true;
  readonly commandLine: UsedCommandLine = {
    appendSwitch: (name, value) => record('app.commandLine.appendSwitch', name, value),
  };
  constructor() {
    super('app', [...EVENTS.app, 'fake-exit']);
  }
  disableHardwareAcceleration(): void {
    record('app.disableHardwareAcceleration');
  }
  enableSandbox(): void {
    record('app.enableSandbox');
  }
  getVersion(): string {
    return '0.0.0';
  }
  setAppUserModelId(id: string): void {
    record('app.setAppUserModelId', id);
  }
  setToastActivatorCLSID(id: string): void {
    if (!/^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/i.test(id)) throw new Error('no CLSID');
    record('app.setToastActivatorCLSID', id);
  }
  setPath(name: string, path: string): void {
    record('app.setPath', name, path);
  }
  requestSingleInstanceLock(): boolean {
    record('app.requestSingleInstanceLock');
    return this.isFirst;
  }
  async whenReady(): Promise<void> {
    record('app.whenReady');
  }
  setBadgeCount(count?: number): boolean {
    record('app.setBadgeCount', count);
    return true;
  }
  quit(): void {
    record('app.quit');
  }
  relaunch(): void {
    record('app.relaunch');
  }
  exit(code?: number): void {
    record('app.exit', code);
    this.emit('fake-exit', code);
  }
}

export const fakeApp = new FakeApp();
