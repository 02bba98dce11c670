import type { Output, Parsed } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import type { OpenAccount } from '../account.ts';
import type { Handlers, WithAccount } from './desk.ts';

async function confirm(
  { local, sync }: OpenAccount,
  input: Parsed<'missing.confirm'>,
): Promise<Result<Output<'missing.confirm'>>> {
  const closed = await local.call('confirmMissing', input);
  if (!closed.ok) return closed;
  const approved = await sync.approveMissing(input.kind, input.ids);
  return ok({ confirmed: closed.value + approved });
}

/** Records that the service no longer returns: showing them, and confirming that they are missing. */
export function missingHandlers(
  withAccount: WithAccount,
): Handlers<'missing.list' | 'missing.get' | 'missing.confirm'> {
  return {
    'missing.list': (input) => withAccount(({ cache }) => cache.read('missing.list', input)),
    'missing.get': (input) => withAccount(({ cache }) => cache.read('missing.get', input)),
    'missing.confirm': (input) => withAccount((account) => confirm(account, input)),
  };
}
