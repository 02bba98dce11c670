import type { ValidatedInput } from '#contract/api.ts';
import type { AccountsState } from '#contract/accounts.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import { err } from '#contract/result.ts';
import { mapAccountIdsToAddresses } from '#main/vault/accounts.ts';
import type { HandleCall } from './ipc.ts';

const READS_ENTRIES: ReadonlySet<ProcedureName> = new Set<ProcedureName>([
  'accessLog.list',
  'accessLog.export',
]);

/**
 * Returns a route on which a page reads the access log of the open account alone: the entries of others name their users
 * and patients. Without an account it reads none.
 */
export function limitAccessLogToOpenAccount(
  route: HandleCall,
  session: { getState(): Pick<AccountsState, 'current' | 'accounts'> },
): HandleCall {
  return async (name, input, signal) => {
    if (!READS_ENTRIES.has(name)) return route(name, input, signal);
    const { current: account, accounts } = session.getState();
    if (account === null) return err('not-signed-in');
    const asked = input as ValidatedInput<'accessLog.list' | 'accessLog.export'>; // The schema of the procedure has checked the input.
    const own = { ...asked, filter: { ...asked.filter, account } };
    const isExport = name === 'accessLog.export';
    return route(name, isExport ? { ...own, addresses: mapAccountIdsToAddresses(accounts) } : own, signal);
  };
}
