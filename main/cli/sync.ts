import type { MissingRecordCounts } from '#contract/missing-records.ts';
import type { OutboxCounts } from '#contract/outbox.ts';
import type { Kind } from '#contract/records.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import type { Health, KindHealth } from '#contract/sync-health.ts';
import { toKindLabel, type CommandContext, toKindFromLabel, type KindLabel } from './command.ts';
import { pickWorstError } from './exit-codes.ts';
import { countChangesToSync, formatAccountStatus } from './report.ts';
import { withOpenedAccount, type EmitEngineEvent, type CliAppWithOpenAccount } from './session.ts';

function getKindError({ kind, state, error }: KindHealth): AppError | null {
  if (error !== null)
    return { ...error, detail: [toKindLabel(kind), error.detail].filter(Boolean).join(': ') };
  // An incomplete list is no success, and is reported as an error.
  return state === 'incomplete'
    ? err('server-error', { detail: `${toKindLabel(kind)}: the list could not be fetched completely` }).error
    : null;
}

function getOutboxErrors({ rejected, needsYou, uncertain }: OutboxCounts): readonly AppError[] {
  return [
    ...(rejected > 0 ? [err('rejected', { detail: `outbox: ${rejected} rejected` }).error] : []),
    ...(uncertain > 0
      ? [err('needs-you', { detail: `outbox: may have arrived and not found yet: ${uncertain}` }).error]
      : []),
    ...(needsYou > 0 ? [err('needs-you', { detail: `outbox: ${needsYou} to decide` }).error] : []),
  ];
}

function getMissingErrors({ held, open }: MissingRecordCounts): readonly AppError[] {
  return held + open > 0 ? [err('needs-you', { detail: `missing: ${held + open} to confirm` }).error] : [];
}

/**
 * Returns the result of a sync: the worst error of the requested kinds and of the outbox.
 * @param kinds the requested kinds; default: all
 */
export function toSyncResult(health: Health, kinds: readonly Kind[] | undefined): Result<void> {
  const asked = health.kinds.filter(({ kind }) => kinds === undefined || kinds.includes(kind));
  const worst = pickWorstError([
    ...asked.map(getKindError).filter((error) => error !== null),
    // Where changes are left that should have been sent, the account's error matters as well.
    ...(countChangesToSync(health.outbox) > 0 && health.error !== null ? [health.error] : []),
    ...getOutboxErrors(health.outbox),
    ...getMissingErrors(health.missing),
  ]);
  return worst === null ? ok(undefined) : { ok: false, error: worst };
}

export interface SyncInput {
  readonly kind?: KindLabel | undefined;
  /** Fetch every page, even where the order of a list would allow stopping earlier. */
  readonly full?: true | undefined;
}

function formatProgress({ kinds, outbox }: Health): string {
  const counts = kinds.map(
    ({ kind, cached, received }) => `${toKindLabel(kind)} ${Math.max(cached, received)}`,
  );
  const waiting = countChangesToSync(outbox);
  return [...(waiting > 0 ? [`to send ${waiting}`] : []), ...counts].join('  ');
}

/**
 * Sends pending changes, then fetches everything, or one kind. When interrupted, it stops in good order and
 * keeps what it has received.
 */
export function runSync(context: CommandContext, { kind, full }: SyncInput): Promise<Result<void>> {
  const { environment, output, isJson } = context;
  const kinds = kind === undefined ? undefined : [toKindFromLabel(kind)];
  let hasEnded = false;
  let cancelAgain = (): void => {};
  const emit: EmitEngineEvent = (name, payload) => {
    // The engine still reports the health while the account closes; that is no progress.
    if (name !== 'health' || hasEnded) return;
    output.progress(formatProgress(payload as Health)); // The contract defines its payload.
    cancelAgain();
  };
  const syncAndReport = async (app: CliAppWithOpenAccount): Promise<Result<void>> => {
    const cancel = (): void => void app.call('sync.cancel', {});
    const removeListener = environment.onInterrupt(() => {
      // The reading of a list that has not begun yet cannot be cancelled; the engine reports its beginning.
      cancelAgain = cancel;
      cancel();
    });
    const asked = { ...(kinds === undefined ? {} : { kinds }), full: full === true };
    const ended = await app.call('sync.run', asked);
    removeListener();
    hasEnded = true;
    output.progress('');
    if (!ended.ok) return ended;
    await output.write(formatAccountStatus(app, ended.value, isJson));
    return toSyncResult(ended.value, kinds);
  };
  return withOpenedAccount(context, syncAndReport, emit);
}
