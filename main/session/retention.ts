import type { PolicyStatus } from '#contract/policy.ts';
import type { Settings } from '#contract/settings.ts';
import type { Clock } from '#main/base/clock.ts';
import { HOUR, MINUTE } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { EngineCallAndRestart } from './open-account-controller.ts';
import type { SettingsStore } from './settings.ts';

export interface RetentionRunnerDeps {
  readonly engine: Pick<EngineCallAndRestart, 'call'>;
  /** The settings within the limits of the policy. */
  readonly getSettings: () => Pick<Settings, 'retentionDays'>;
  /** Tells whether the retention time that the user chose could be read. */
  readonly settings: Pick<SettingsStore, 'isRetentionKnown'>;
  readonly policy: Pick<PolicyStatus, 'problems'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Delay after the start: the first lists come before it. */
const FIRST = 2 * MINUTE;

/** Removes what was not used on this computer for the time of the settings, while the program runs. */
export class RetentionRunner {
  readonly #deps: RetentionRunnerDeps;

  constructor(deps: RetentionRunnerDeps) {
    this.#deps = deps;
  }

  /** Removes two minutes after the start and every hour, until the signal aborts. */
  async watch(signal: AbortSignal): Promise<void> {
    let pause = FIRST;
    while (!signal.aborted) {
      await this.#deps.clock.wait(pause, signal).catch(() => {});
      if (!signal.aborted) await this.run();
      pause = HOUR;
    }
  }

  /**
   * Removes now. While the policy cannot be used or the settings could not be read, nothing is removed: they may allow
   * more time than what applies in their place. A failure is tried again at the next time.
   */
  async run(): Promise<void> {
    const { engine, getSettings, settings, policy, log } = this.#deps;
    if (policy.problems.length > 0 || !settings.isRetentionKnown()) return;
    const done = await engine.call('engine.applyRetention', { days: getSettings().retentionDays });
    if (!done.ok) log.warn('unused copies could not be removed', { code: done.error.code });
  }
}
