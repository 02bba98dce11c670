import { type Account, validateBaseUrlToOrigin, type Tokens } from '#contract/accounts.ts';
import { isId } from '#contract/records.ts';
import type { Settings } from '#contract/settings.ts';
import { checkAddressAllowed } from '#main/policy/limits.ts';
import { type AccountRegister, createTokenFingerprint, readUserIdHintFromJwt } from '#main/vault/accounts.ts';
import { importTokens } from '#main/vault/import-tokens.ts';
import type { AccountSecretsProvider } from '#main/vault/secrets.ts';
import type { AccountRemover } from '#main/removal/remove-accounts.ts';
import type { AccountOpener } from './account-opening.ts';
import type { SessionDeps } from './deps.ts';
import type { AccountsStateAfterChange } from './open-account-controller.ts';

interface StartParts {
  readonly secrets: AccountSecretsProvider;
  readonly opening: AccountOpener;
  readonly remover: AccountRemover;
}

/**
 * Imports the tokens that an administrator provides for this user, where the policy allows it. Where the
 * import fails it is logged, and the next start tries again.
 */
async function importAdministratorTokens(
  { tokenFile, policy, engine, accounts, noteAccess, log }: SessionDeps,
  { secrets, remover }: StartParts,
): Promise<void> {
  if (tokenFile === null || policy.baseUrl === null) return;
  // The removal would delete them as well, should they be those of its account.
  if (remover.hasUnfinished)
    return log.warn('the tokens of the administrator wait for an unfinished removal');
  const imported = await importTokens({
    file: tokenFile,
    origin: policy.baseUrl,
    accounts,
    secrets,
    probe: (baseUrl: string, tokens: Tokens) => engine.call('engine.probe', { baseUrl, tokens }),
    noteSignIn: ({ id, userId }, result) =>
      noteAccess({
        what: 'sign-in',
        outcome: result.ok ? 'ok' : result.error.code,
        account: id,
        user: isId('user', userId) ? userId : null,
      }),
  });
  if (imported.ok) return;
  const { code, detail } = imported.error;
  // Other details may contain names: that of the user in a path, or what the service has said.
  const why = code === 'file-unreadable' && detail !== undefined ? { detail } : {};
  log.warn('the tokens of the administrator were not imported', { code, ...why });
}

/**
 * Returns the account for an address from the command line. With tokens in the environment, it is the account
 * of their user: the user that their JWT names, otherwise the account that they were confirmed for. Only
 * where neither is known it is the current or first account of the address, whose user then has to be
 * confirmed.
 * @param tokens those of the environment, or null
 * @returns null where there is no such account yet
 */
function findAccountAt(accounts: AccountRegister, origin: string, tokens: Tokens | null): Account | null {
  const known = accounts.list().filter(({ baseUrl }) => baseUrl === origin);
  const usual = known.find(({ id }) => id === accounts.current()) ?? known[0] ?? null;
  if (tokens === null) return usual;
  const confirmed = known.find(
    (account) => accounts.getConfirmedFingerprint(account.id) === createTokenFingerprint(account, tokens.jwt),
  );
  const named = readUserIdHintFromJwt(tokens.jwt);
  if (named === null) return confirmed ?? usual;
  return known.find(({ userId }) => userId === named) ?? (confirmed?.userId === null ? confirmed : null);
}

/** Opens the account at start; the tokens in the variables are assigned to it. */
function openFirst({ secrets, opening }: StartParts, account: Account): AccountsStateAfterChange {
  secrets.assignVariableTokensTo(account.id);
  return opening.openStored(account);
}

/** Opens the account for an address; adds it where the environment has tokens for a new one. */
async function openAddress(
  { accounts, policy }: SessionDeps,
  parts: StartParts,
  baseUrl: string,
): AccountsStateAfterChange {
  const { secrets, opening } = parts;
  const origin = validateBaseUrlToOrigin(baseUrl, (text) => URL.parse(text));
  if (!origin.ok) return opening.fail(origin.error);
  const allowed = checkAddressAllowed(policy, origin.value);
  if (!allowed.ok) return opening.fail(allowed.error);
  const given = secrets.getVariableTokens();
  const tokens = given.ok ? given.value : null;
  const account = findAccountAt(accounts, origin.value, tokens);
  if (account !== null) return openFirst(parts, account);
  if (!given.ok) return opening.fail(given.error);
  if (tokens === null) return opening.openNothing(); // The sign-in screen asks for them.
  const added = accounts.findOrPrepare(origin.value, readUserIdHintFromJwt(tokens.jwt));
  const saved = accounts.save(added, secrets.confirmVariables(added));
  return saved.ok ? openFirst(parts, added) : opening.fail(saved.error);
}

/**
 * Opens the account of the settings, or the service that the command line names. Without any account it opens
 * the demo clinic.
 * @param baseUrl the address from the command line, or null
 */
export async function openAtStart(
  deps: SessionDeps,
  parts: StartParts,
  settings: Settings,
  baseUrl: string | null,
): AccountsStateAfterChange {
  const { accounts, policy } = deps;
  const { opening } = parts;
  if (accounts.problem !== null) return opening.openNothing();
  await importAdministratorTokens(deps, parts);
  if (baseUrl !== null) return openAddress(deps, parts, baseUrl);
  const last = settings.openAtStart === 'last' ? accounts.find(accounts.current() ?? '') : null;
  if (last !== null) return openFirst(parts, last);
  const hasDemo = policy.demoClinic && settings.openAtStart !== 'ask';
  return hasDemo ? opening.openDemo() : opening.openNothing();
}
