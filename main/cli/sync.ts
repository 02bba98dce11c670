import type { Health, KindHealth } from '#contract/health.ts';
import type { Kind } from '#contract/ids.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import type { CommandContext } from './context.ts';
import { withAccount, type Emit, type OpenDesk } from './desk.ts';
import { worstOf } from './exit-codes.ts';
import { kindOf, wordOf, type KindWord } from './kinds.ts';
import { report } from './report.ts';

export interface SyncInput {
  readonly kind?: KindWord | undefined;
}

function progressOf({ kinds }: Health): string {
  return kinds
    .map(({ kind, cached, received }) => `${wordOf(kind)} ${Math.max(cached, received)}`)
    .join('  ');
}

function errorOf({ kind, state, error }: KindHealth): AppError | null {
  if (error !== null) return { ...error, detail: [wordOf(kind), error.detail].filter(Boolean).join(': ') };
  // Never silently: a list that could not be had whole is no success.
  return state === 'incomplete'
    ? err('server-error', { detail: `${wordOf(kind)}: the list could not be had whole` }).error
    : null;
}

function outcomeOf(health: Health, kinds: readonly Kind[] | undefined): Result<void> {
  const asked = health.kinds.filter(({ kind }) => kinds === undefined || kinds.includes(kind));
  const worst = worstOf(asked.map(errorOf).filter((error) => error !== null));
  return worst === null ? ok(undefined) : { ok: false, error: worst };
}

/** Fetches everything, or one kind. Interrupted, it stops in good order and keeps what it has. */
export function sync(context: CommandContext, { kind }: SyncInput): Promise<Result<void>> {
  const { host, output, isJson } = context;
  const kinds = kind === undefined ? undefined : [kindOf(kind)];
  const emit: Emit = (name, payload) => {
    if (name === 'health') output.progress(progressOf(payload as Health)); // its payload by the contract
  };
  const work = async (desk: OpenDesk): Promise<Result<void>> => {
    const hearNoMore = host.onInterrupt(() => void desk.call('sync.cancel', {}));
    const ended = await desk.call('sync.run', kinds === undefined ? {} : { kinds });
    hearNoMore();
    output.progress('');
    if (!ended.ok) return ended;
    await output.write(report(desk, ended.value, isJson));
    return outcomeOf(ended.value, kinds);
  };
  return withAccount(context, work, emit);
}
