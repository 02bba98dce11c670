import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** What the process of the tests is told to do. */
export interface RunOrder {
  /** The source file that is different from the run before. */
  readonly changed: string;
  readonly tests: readonly string[];
}

export interface FileResult {
  readonly file: string;
  /** The first failed test; null where none failed. */
  readonly failed: string | null;
  /** The message of its first error; empty where none failed. */
  readonly reason: string;
}

export interface RunReport {
  readonly files: readonly FileResult[];
  /** Whether something failed outside of the tests, for example a rejection that nothing handles. */
  readonly hasOtherErrors: boolean;
}

const START_MS = 120_000;

/** Runs test files of a copy of the tree in a process that stays; it is started again after a run that did not end. */
export class WarmTests {
  readonly #copy: string;
  #child: ChildProcess | null = null;

  constructor(copy: string) {
    this.#copy = copy;
  }

  /**
   * Runs tests until the first fails.
   * @param stillMs the longest time in which no test ends
   * @returns null where the run did not end
   */
  async run(order: RunOrder, stillMs: number): Promise<RunReport | null> {
    if (this.#child === null && (await this.#start()) === null) throw new Error('Vitest did not start');
    const report = await this.#ask(order, stillMs);
    if (report === null) this.close();
    return report;
  }

  /** Ends the process and all that it has started. */
  close(): void {
    const pid = this.#child?.pid;
    this.#child = null;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  #start(): Promise<RunReport | null> {
    const entry = join(this.#copy, 'scripts/mutation/vitest-process.ts');
    // A group of its own, so that an endless loop in a test's process is killed with it.
    this.#child = fork(entry, [], {
      cwd: this.#copy,
      detached: true,
      stdio: 'ignore',
    });
    return this.#ask(null, START_MS);
  }

  /** Sends an order and returns the answer; null where the process ends, or no test ends within the time. */
  #ask(order: RunOrder | null, stillMs: number): Promise<RunReport | null> {
    const child = this.#child;
    return new Promise((resolve) => {
      if (child === null) {
        resolve(null);
        return;
      }
      const finish = (answer: RunReport | null): void => {
        clearTimeout(timer);
        child.off('message', receive);
        child.off('exit', fail);
        resolve(answer);
      };
      const receive = (message: RunReport | 'running'): void => {
        if (message === 'running') timer.refresh();
        else finish(message);
      };
      const fail = (): void => finish(null);
      const timer = setTimeout(fail, stillMs);
      child.on('message', receive);
      child.once('exit', fail);
      if (order !== null) child.send(order);
    });
  }
}
