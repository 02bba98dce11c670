import { net, powerMonitor } from 'electron';
import { z } from 'zod';
import type { ControlInput } from '#contract/controls.ts';
import { waitAtMost } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import type { EngineLink } from '#main/session/open-state.ts';

/** Whether the user is at the window, or that the computer woke up or has a network again. */
export type RefreshSignal = ControlInput<'engine.attention'>['now'];

/**
 * Polling interval: the main process receives no event when the network is back. Faster changes of the
 * network are ignored.
 */
const POLL_INTERVAL = 5 * SECOND;

export interface WakeAndNetworkOptions {
  readonly emit: (now: RefreshSignal) => void;
  readonly clock: Clock;
  /** Ends the watching. */
  readonly signal: AbortSignal;
}

/** Emits an event when the computer wakes from sleep and when it is connected to a network again. */
export async function watchWakeAndNetwork({ emit, clock, signal }: WakeAndNetworkOptions): Promise<void> {
  powerMonitor.on('resume', () => emit('woke'));
  let wasOnline = net.isOnline();
  while (!signal.aborted) {
    await clock.wait(POLL_INTERVAL, signal).catch(() => {});
    const isOnline = net.isOnline();
    if (isOnline && !wasOnline && !signal.aborted) emit('reconnected');
    wasOnline = isOnline;
  }
}

/** Maximum wait for the system's proxy rule: a script that computes it may be loaded from a dead address. */
const RULE_TIME = 30 * SECOND;

/** Calls that contain the address of a service. */
const addressSchema = z.object({ baseUrl: z.string() });

/**
 * Returns a function that sends the engine the proxy rule of a service before a call uses it: only Chromium
 * knows the system's proxy for an address.
 * @param resolve the system's rule for an address, for example `DIRECT` or `PROXY host:port`
 */
export function withProxy(
  engine: EngineLink,
  resolve: (address: string) => Promise<string>,
  { log, clock }: { readonly log: Log; readonly clock: Clock },
): EngineLink {
  const getRule = async (address: string): Promise<string> => {
    const answered = await waitAtMost(resolve(address), RULE_TIME, clock);
    if (answered.isOverdue) throw new Error('overdue');
    return answered.value;
  };
  const reportChoice = async (address: string): Promise<void> => {
    const rule = await getRule(address).catch((thrown: unknown) => {
      log.warn('the system returned no proxy rule for the service', { thrown: describeThrown(thrown) });
      return 'DIRECT';
    });
    await engine.call('engine.setProxy', { rule });
  };
  return {
    call: async (name: never, input: never) => {
      const { success, data } = addressSchema.safeParse(input);
      if (success) await reportChoice(data.baseUrl);
      return engine.call(name, input);
    },
    reopen: () => engine.reopen(),
  };
}
