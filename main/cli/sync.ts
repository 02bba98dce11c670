import type { Health } from '#contract/health.ts';
import type { Result } from '#contract/result.ts';
import type { CommandContext } from './context.ts';
import { withAccount, type Emit, type OpenApp } from './desk.ts';
import { getKind, toLabel, type KindLabel } from './kinds.ts';
import { report, countWaiting } from './report.ts';
import { syncOutcome } from './sync-outcome.ts';

export interface SyncInput {
  readonly kind?: KindLabel | undefined;
  /** Take every page, though the order of a list would let the sync stop earlier. */
  readonly full?: true | undefined;
}

function getProgress({ kinds, outbox }: Health): string {
  const counts = kinds.map(({ kind, cached, received }) => `${toLabel(kind)} ${Math.max(cached, received)}`);
  const waiting = countWaiting(outbox);
  return [...(waiting > 0 ? [`to send ${waiting}`] : []), ...counts].join('  ');
}

/** Sends what waits, then fetches everything, or one kind. Interrupted, it stops in good order and keeps what it has. */
export function sync(context: CommandContext, { kind, full }: SyncInput): Promise<Result<void>> {
  const { host, output, isJson } = context;
  const kinds = kind === undefined ? undefined : [getKind(kind)];
  const emit: Emit = (name, payload) => {
    if (name === 'health') output.progress(getProgress(payload as Health)); // its payload by the contract
  };
  const work = async (app: OpenApp): Promise<Result<void>> => {
    const removeListener = host.onInterrupt(() => void app.call('sync.cancel', {}));
    const asked = { ...(kinds === undefined ? {} : { kinds }), full: full === true };
    const ended = await app.call('sync.run', asked);
    removeListener();
    output.progress('');
    if (!ended.ok) return ended;
    await output.write(report(app, ended.value, isJson));
    return syncOutcome(ended.value, kinds);
  };
  return withAccount(context, work, emit);
}
