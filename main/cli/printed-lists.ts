import type { Result } from '#contract/result.ts';
import type { CliAppWithOpenAccount } from './session.ts';

/**
 * Records an export in the access log: a command prints a list of patients or names. The engine records no reading of such a list,
 * because the page reads it by itself all the time.
 * @param list what the engine has answered
 * @returns the same list
 */
export async function recordListAsExport<T>(app: CliAppWithOpenAccount, list: Result<T>): Promise<Result<T>> {
  const outcome = list.ok ? 'ok' : list.error.code;
  await app.control('accessLog.note', { what: 'export', outcome });
  return list;
}
