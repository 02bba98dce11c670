import { net, powerMonitor } from 'electron';
import { z } from 'zod';
import type { InternalProcedureInput, InternalProcedureName } from '#contract/internal-procedures.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import { runInBackground, waitForPromiseAtMost } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import type { EngineCallAndRestart } from '#main/session/open-account-controller.ts';

/** Why the engine may refresh sooner: the user is at the window, the computer woke or is online again. */
export type EngineAttentionReason = InternalProcedureInput<'engine.attention'>['now'];

/**
 * Polling interval: the main process receives no event when the network is back. Faster changes of the
 * network are ignored.
 */
const POLL_INTERVAL = 5 * SECOND;

export interface WakeAndNetworkDeps {
  readonly emit: (now: EngineAttentionReason) => void;
  readonly clock: Clock;
  /** Aborts to stop the watching. */
  readonly signal: AbortSignal;
}

/** Emits an event when the computer wakes from sleep and when it is connected to a network again. */
export async function watchWakeAndNetwork({ emit, clock, signal }: WakeAndNetworkDeps): Promise<void> {
  powerMonitor.on('resume', () => emit('woke'));
  let wasOnline = net.isOnline();
  while (!signal.aborted) {
    await clock.wait(POLL_INTERVAL, signal).catch(() => {});
    const isOnline = net.isOnline();
    if (isOnline && !wasOnline && !signal.aborted) emit('reconnected');
    wasOnline = isOnline;
  }
}

/** Starts watching for wake-ups and the network, without waiting for it to end. */
export function startWakeAndNetworkWatch(options: WakeAndNetworkDeps, log: Log): void {
  const watched = watchWakeAndNetwork(options);
  runInBackground(watched, 'wake-up and network changes are not watched', log);
}

/** Maximum wait for the system's proxy rule: a script that computes it may be loaded from a dead address. */
const RULE_TIME = 30 * SECOND;

/** The input of calls that contain the base address of a service. */
const addressSchema = z.object({ baseUrl: z.string() });

/**
 * Returns a link that gives the engine the proxy rule of a service before a call uses it: only Chromium knows the
 * system's proxy for an address. The rule goes along with a probe and is set for everything else, so that a sign-in
 * elsewhere does not change how the open account is reached.
 * @param resolve the system's rule for an address, for example `DIRECT` or `PROXY host:port`
 */
export function withProxyRuleSentBeforeCalls(
  engine: EngineCallAndRestart,
  resolve: (address: string) => Promise<string>,
  { log, clock }: { readonly log: Log; readonly clock: Clock },
): EngineCallAndRestart {
  const getRule = async (address: string): Promise<string> => {
    const answered = await waitForPromiseAtMost(resolve(address), RULE_TIME, clock);
    if (answered.isOverdue) throw new Error('overdue');
    return answered.value;
  };
  const findRule = (address: string): Promise<string> =>
    getRule(address).catch((thrown: unknown) => {
      log.warn('the system returned no proxy rule for the service', { thrown: describeThrown(thrown) });
      return 'DIRECT';
    });
  return {
    call: async (name: InternalProcedureName | ProcedureName, input: object) => {
      const { success, data } = addressSchema.safeParse(input);
      if (!success) return engine.call(name as never, input as never); // Name and input come together.
      const rule = await findRule(data.baseUrl);
      if (name === 'engine.probe') return engine.call(name, { ...input, proxyRule: rule } as never);
      await engine.call('engine.setProxy', { rule });
      return engine.call(name as never, input as never);
    },
    reopen: () => engine.reopen(),
  };
}
