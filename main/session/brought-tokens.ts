import type { Tokens } from '#contract/accounts.ts';
import { importTokens } from '#main/vault/import-tokens.ts';
import type { Secrets } from '#main/vault/secrets.ts';
import type { SessionDeps } from './deps.ts';

/**
 * Imports the tokens that an administrator has brought for this user, where the policy allows it. Where the
 * import fails it is logged, and the next start tries again.
 */
export async function importBroughtTokens(
  { tokenFile, policy, engine, accounts, log }: SessionDeps,
  secrets: Secrets,
): Promise<void> {
  if (tokenFile === null || policy.baseUrl === null) return;
  const imported = await importTokens({
    file: tokenFile,
    origin: policy.baseUrl,
    accounts,
    secrets,
    probe: (baseUrl: string, tokens: Tokens) => engine.call('engine.probe', { baseUrl, tokens }),
  });
  if (!imported.ok)
    log.warn('the tokens of the administrator were not imported', { code: imported.error.code });
}
