/** The window that a run measures, and how an input and what it costs are measured in it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import type { FigureName, Measurement } from './figures.ts';
import type { LongTasks, Outcome, PageMeter } from './page-meter.ts';
import type { MeasuredProgram } from './program.ts';
import { ACTION_LIMIT_MS, describeOutcome, QUIET_LIMIT_MS, waitWithin } from './time-limit.ts';

const BYTES_A_MEGABYTE = 1e6;
/** The engine is without work where it uses less than this share of a core in some samples that follow each other. */
const QUIET_SHARE = 0.1;
const QUIET_SAMPLES = 3;
const SAMPLE_MS = 1_000;
const SAMPLING_MICROSECONDS = 200;

type Method = 'arm' | 'done' | 'takeLongTasks' | 'watchFrames' | 'countFrames' | 'drag';

/** One run: its program and what it has measured so far. */
export class MeasuredPage {
  readonly page: Page;
  readonly figures = new Map<FigureName, Measurement>();
  readonly #program: MeasuredProgram;
  readonly #session: CDPSession;
  readonly #profileFolder: string | null;

  /** @param profileFolder where CPU profiles of the page are written; null for none */
  constructor(program: MeasuredProgram, session: CDPSession, profileFolder: string | null) {
    this.page = program.page;
    this.#program = program;
    this.#session = session;
    this.#profileFolder = profileFolder;
  }

  /**
   * Writes a CPU profile of the page about some work, where profiles are wanted: `NAME.cpuprofile`, which the developer
   * tools of a browser show. The work is slower meanwhile.
   */
  async withProfile<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.#profileFolder === null) return work();
    await this.#session.send('Profiler.enable');
    await this.#session.send('Profiler.setSamplingInterval', { interval: SAMPLING_MICROSECONDS });
    await this.#session.send('Profiler.start');
    try {
      return await work();
    } finally {
      const { profile } = await this.#session.send('Profiler.stop');
      mkdirSync(this.#profileFolder, { recursive: true });
      writeFileSync(join(this.#profileFolder, `${name}.cpuprofile`), JSON.stringify(profile));
    }
  }

  /** Notes a figure without CPU times. */
  note(name: FigureName, value: number | null): void {
    this.figures.set(name, { value });
  }

  /** Calls a method of the meter in the page. */
  callMeter<K extends Method>(
    name: K,
    ...args: Parameters<PageMeter[K]>
  ): Promise<Awaited<ReturnType<PageMeter[K]>>> {
    return this.page.evaluate(
      ([method, given]) => {
        const meter = window.benchMeter as unknown as Record<string, (...values: unknown[]) => unknown>; // as declared
        return meter[method]?.(...given);
      },
      [name, args as unknown[]] as const,
    ) as Promise<Awaited<ReturnType<PageMeter[K]>>>; // as the method returns
  }

  /**
   * Measures from an input to the frame that shows its outcome.
   * @param action the name of what is done, for errors
   * @throws where the outcome is not there after a minute
   */
  time(
    action: string,
    event: 'keydown' | 'pointerdown',
    outcome: Outcome,
    act: () => Promise<void>,
  ): Promise<number> {
    const measure = async (): Promise<number> => {
      await this.callMeter('arm', event, outcome);
      await act();
      return this.callMeter('done');
    };
    return waitWithin(measure(), ACTION_LIMIT_MS, { action, awaited: describeOutcome(outcome) });
  }

  /**
   * Drags the scroll bar to the middle of the list, and measures until the view stays full of rows.
   * @param duration of the movement, in milliseconds
   */
  dragToMiddle(duration: number): Promise<number> {
    return waitWithin(this.callMeter('drag', 0.5, duration), ACTION_LIMIT_MS, {
      action: 'scroll bar to the middle',
      awaited: 'rows without an empty place in view',
    });
  }

  /**
   * Runs work that measures figures, and adds the CPU time of each repetition to the first of them.
   * @param repetitions how many actions the work does
   */
  async withUsage(repetitions: number, work: () => Promise<readonly [FigureName, number][]>): Promise<void> {
    const before = this.#program.readUsage();
    const measured = await work();
    const after = this.#program.readUsage();
    for (const [index, [name, value]] of measured.entries()) {
      const usage =
        before === null || after === null || index > 0
          ? {}
          : {
              page: (after.page - before.page) / repetitions,
              engine: (after.engine - before.engine) / repetitions,
            };
      this.figures.set(name, { value, ...usage });
    }
  }

  /** Returns the resident memory of the engine in megabytes; null where the system does not tell. */
  getEngineMemory(): number | null {
    return this.#program.readUsage()?.engineMemory ?? null;
  }

  /** Returns the script heap of the page in megabytes, after a collection. */
  async getHeap(): Promise<number> {
    await this.#session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#session.send('Runtime.getHeapUsage');
    return usedSize / BYTES_A_MEGABYTE;
  }

  /** Returns the tasks of more than 50 ms since the last call. */
  takeLongTasks(): Promise<LongTasks> {
    return this.callMeter('takeLongTasks');
  }

  /** Clicks where an element is, without waiting for anything but its place. */
  async clickAt(element: ReturnType<Page['locator']>): Promise<void> {
    const box = await element.boundingBox();
    if (box === null) throw new Error('what is clicked is not in view');
    await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  /**
   * Waits until the engine has no more work of a first start: what is compared and read after one would be measured
   * with each action.
   * @throws where it still works after `QUIET_LIMIT_MS`
   */
  async waitUntilQuiet(): Promise<void> {
    const rest = async (): Promise<void> => {
      for (let quiet = 0; quiet < QUIET_SAMPLES; ) {
        const before = this.#program.readUsage();
        await this.rest(SAMPLE_MS);
        const after = this.#program.readUsage();
        if (before === null || after === null) return;
        quiet = after.engine - before.engine < QUIET_SHARE * SAMPLE_MS ? quiet + 1 : 0;
      }
    };
    await waitWithin(rest(), QUIET_LIMIT_MS, { action: 'start', awaited: 'an engine without work' });
  }

  rest(ms: number): Promise<void> {
    return this.page.waitForTimeout(ms);
  }
}
