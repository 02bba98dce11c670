import type { PolicyStatus } from '#contract/policy.ts';
import { internalProcedures } from '#contract/internal-procedures.ts';
import { err, ok } from '#contract/result.ts';
import type { Settings } from '#contract/settings.ts';
import type { Clock } from '#main/base/clock.ts';
import { HOUR, MINUTE } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import { checkRetentionClock, type RetentionClockDeps } from '#main/removal/retention-clock.ts';
import type { EngineCallAndRestart } from './open-account-controller.ts';
import type { AccountSession } from './session.ts';
import type { SettingsStore } from './settings.ts';

export interface RetentionRunnerDeps {
  readonly engine: Pick<EngineCallAndRestart, 'call'>;
  /** The settings within the limits of the policy. */
  readonly getSettings: () => Pick<Settings, 'retentionDays'>;
  /** Tells whether the retention time that the user chose could be read. */
  readonly settings: Pick<SettingsStore, 'isRetentionKnown'>;
  readonly policy: Pick<PolicyStatus, 'problems'>;
  readonly dataDir: string;
  /** Tells whose clock the computer's is compared with. */
  readonly session: Pick<AccountSession, 'serviceBaseUrl'>;
  readonly clock: Clock;
  readonly log: Log;
}

const serviceClockSchema = internalProcedures['engine.readServiceClock'].output;

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
   * more time than what applies in their place. Neither is it by a clock that may be wrong. A failure is tried again at
   * the next time.
   */
  async run(): Promise<void> {
    const { engine, getSettings, settings, policy, log } = this.#deps;
    if (policy.problems.length > 0 || !settings.isRetentionKnown()) return;
    const believed = await checkRetentionClock({
      ...this.#deps,
      readServiceTime: () => this.#readServiceTime(),
    });
    if (!believed.ok) {
      log.info('unused copies stay: the clock of this computer is not confirmed', {
        code: believed.error.code,
      });
      return;
    }
    const done = await engine.call('engine.applyRetention', { days: getSettings().retentionDays });
    if (!done.ok) log.warn('unused copies could not be removed', { code: done.error.code });
  }

  async #readServiceTime(): ReturnType<RetentionClockDeps['readServiceTime']> {
    const { engine, session } = this.#deps;
    const baseUrl = session.serviceBaseUrl;
    if (baseUrl === null) return err('not-signed-in');
    const response = await engine.call('engine.readServiceClock', { baseUrl });
    return response.ok ? ok(serviceClockSchema.parse(response.value)) : response;
  }
}
