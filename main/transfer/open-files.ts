import type { AccountIdentity } from '#contract/accounts.ts';
import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { AccountSecretsProvider } from '#main/vault/secrets.ts';

/** The part of the engine that opens and closes files. */
export interface AccountFilesEngineCalls {
  readonly open: (input: InternalProcedureInput<'engine.open'>) => Promise<Result<unknown>>;
  readonly close: () => Promise<Result<unknown>>;
}

export interface OpenAccountFilesDeps {
  readonly engine: AccountFilesEngineCalls;
  readonly secrets: Pick<AccountSecretsProvider, 'keys'>;
  /** Returns whether the data folder has files of an account. */
  readonly hasFiles: (account: string) => boolean;
}

/** Opening requires tokens; no request is made with them, because nothing is sent or fetched. */
const UNUSED_TOKENS = { accessToken: '-', jwt: '-' };

/**
 * Opens the files of an account for work on this computer alone: nothing is sent or fetched meanwhile. What is open is
 * closed first. The caller closes the files.
 */
export async function openAccountFilesOffline(
  { id, baseUrl, userId }: AccountIdentity,
  { engine, secrets, hasFiles }: OpenAccountFilesDeps,
): Promise<Result<unknown>> {
  await engine.close();
  const key = await secrets.keys.getFileKey({ id, baseUrl, userId });
  if (!key.ok) return key;
  // Without a keychain a window creates a key for the files of this run; the account's permanent files need the
  // saved one.
  if (key.value.lifetime === 'run' && hasFiles(id)) return err('keychain-unavailable');
  const opened = await engine.open({
    account: id,
    baseUrl,
    userId,
    tokens: UNUSED_TOKENS,
    ...key.value,
    keepsFresh: false,
  });
  return opened.ok ? ok(null) : opened;
}
