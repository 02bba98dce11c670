import type { Health } from '#contract/health.ts';
import type { Result } from '#contract/result.ts';
import type { CommandContext } from './context.ts';
import { withAccount, type Emit, type OpenDesk } from './desk.ts';
import { kindOf, wordOf, type KindWord } from './kinds.ts';
import { report, waitingIn } from './report.ts';
import { syncOutcome } from './sync-outcome.ts';

export interface SyncInput {
  readonly kind?: KindWord | undefined;
  /** Take every page, though the order of a list would let the sync stop earlier. */
  readonly full?: true | undefined;
}

function progressOf({ kinds, outbox }: Health): string {
  const counts = kinds.map(({ kind, cached, received }) => `${wordOf(kind)} ${Math.max(cached, received)}`);
  const waiting = waitingIn(outbox);
  return [...(waiting > 0 ? [`to send ${waiting}`] : []), ...counts].join('  ');
}

/** Sends what waits, then fetches everything, or one kind. Interrupted, it stops in good order and keeps what it has. */
export function sync(context: CommandContext, { kind, full }: SyncInput): Promise<Result<void>> {
  const { host, output, isJson } = context;
  const kinds = kind === undefined ? undefined : [kindOf(kind)];
  const emit: Emit = (name, payload) => {
    if (name === 'health') output.progress(progressOf(payload as Health)); // its payload by the contract
  };
  const work = async (desk: OpenDesk): Promise<Result<void>> => {
    const hearNoMore = host.onInterrupt(() => void desk.call('sync.cancel', {}));
    const asked = { ...(kinds === undefined ? {} : { kinds }), full: full === true };
    const ended = await desk.call('sync.run', asked);
    hearNoMore();
    output.progress('');
    if (!ended.ok) return ended;
    await output.write(report(desk, ended.value, isJson));
    return syncOutcome(ended.value, kinds);
  };
  return withAccount(context, work, emit);
}
