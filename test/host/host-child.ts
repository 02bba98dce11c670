import { EVENTS, OPTIONS, type UsedUtilityProcess } from './members.ts';
import { KnownEmitter, knownKeys } from './strict.ts';

/** What is behind a utility process: a process of Node, or a test. */
export interface ChildDriver {
  readonly stderr: NodeJS.ReadableStream | null;
  readonly post: (message: unknown) => void;
  /** Returns whether the process could be asked to end. */
  readonly kill: () => boolean;
}

/** A utility process of Electron: once it has ended, it takes no message and cannot be killed. */
export class HostChild extends KnownEmitter implements UsedUtilityProcess {
  readonly stderr: ChildDriver['stderr'];
  private readonly driver: ChildDriver;
  private isEnded = false;

  constructor(driver: ChildDriver) {
    super('UtilityProcess', EVENTS.utilityProcess);
    this.driver = driver;
    this.stderr = driver.stderr;
  }
  override emit(name: string, ...args: unknown[]): boolean {
    if (name === 'exit') this.isEnded = true;
    return super.emit(name, ...args);
  }
  postMessage(message: unknown): void {
    if (!this.isEnded) this.driver.post(message);
  }
  kill(): boolean {
    return !this.isEnded && this.driver.kill();
  }
}

/** Throws where a utility process is started with options that the stand-in does not have. */
export function checkForkOptions(
  options: Electron.ForkOptions,
): Extract<Electron.ForkOptions['stdio'], readonly unknown[]> {
  knownKeys('utilityProcess.fork', options, OPTIONS.fork);
  if (!Array.isArray(options.stdio)) throw new TypeError('the stand-in host takes stdio as a list only');
  return options.stdio;
}
