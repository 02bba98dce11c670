import { net, powerMonitor } from 'electron';
import type { ControlInput } from '#contract/control.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';

/** Where the person is, and what happened to the computer. */
export type Attention = ControlInput<'engine.attention'>['now'];

/** No event of the main process tells that the network is back. A network that flaps faster is left to settle. */
const LOOK_EVERY = 5 * SECOND;

export interface ComputerOptions {
  readonly emit: (now: Attention) => void;
  readonly clock: Clock;
  /** Ends the watching. */
  readonly signal: AbortSignal;
}

/** Tells when the computer wakes from its sleep, and when it comes back to a network. */
export async function watchComputer({ emit, clock, signal }: ComputerOptions): Promise<void> {
  powerMonitor.on('resume', () => emit('woke'));
  let wasOnline = net.isOnline();
  while (!signal.aborted) {
    await clock.wait(LOOK_EVERY, signal).catch(() => {});
    const isOnline = net.isOnline();
    if (isOnline && !wasOnline && !signal.aborted) emit('reconnected');
    wasOnline = isOnline;
  }
}
