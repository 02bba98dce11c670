import path from 'node:path';
import {
  type Account,
  type Tokens,
  validateBaseUrlToOrigin,
  isNoKeyForFilesError,
} from '#contract/accounts.ts';
import { isId } from '#contract/records.ts';
import { err, ok, type Result, ERROR_SENTENCES, type ErrorCode } from '#contract/result.ts';
import { checkAddressAllowed } from '#main/policy/limits.ts';
import { readUserIdHintFromJwt, compareJwtUserWithAccount } from '#main/vault/accounts.ts';
import { importTokens } from '#main/vault/import-tokens.ts';
import { SECRET_VARIABLES } from '#main/vault/variables.ts';
import type { CommandContext } from './command.ts';
import {
  sendEnvironmentProxyRule,
  withAppHoldingDataFolder,
  type CliApp,
  findWantedOrOnlyAccount,
  openAccountIfAllowed,
  getAccountSecrets,
} from './session.ts';

export interface AddAccountInput {
  readonly baseUrl: string;
  readonly user?: string | undefined;
}

function readGivenTokens({ secrets }: CliApp): Result<Tokens> {
  const given = secrets.getVariableTokens();
  if (!given.ok) return given;
  const { accessToken, jwt } = SECRET_VARIABLES;
  return given.value === null
    ? err('not-signed-in', { detail: `set ${accessToken}, ${jwt}` })
    : ok(given.value);
}

/** Records a sign-in in the access log, where there is one. */
function noteSignIn(app: CliApp, { id, userId }: Account, result: Result<unknown>): Promise<void> {
  const user = isId('user', userId) ? userId : null;
  return app.noteAccess({
    what: 'sign-in',
    outcome: result.ok ? 'ok' : result.error.code,
    account: id,
    user,
  });
}

/**
 * Tests the tokens, saves them, and registers the account, in this order, so that a failure leaves nothing
 * behind.
 */
async function admit(app: CliApp, account: Account, tokens: Tokens): Promise<Result<string>> {
  const { accounts, secrets, remover } = app;
  const finished = remover.checkFinished(account.id);
  if (!finished.ok) return finished;
  const probed = await app.control('engine.probe', { baseUrl: account.baseUrl, tokens });
  if (!probed.ok) return probed;
  secrets.assignVariableTokensTo(account.id);
  // The user who adds an account thereby confirms whose tokens these are.
  const fingerprint = secrets.confirmVariables(account);
  const kept = await secrets.saveSignIn(account, tokens);
  if (!kept.ok) return kept;
  const saved = accounts.save(account, fingerprint);
  return saved.ok ? ok(kept.value.place) : saved;
}

/** Signs in to an account with the tokens of the environment, and prints its id. */
export function addAccount(
  context: CommandContext,
  { baseUrl, user }: AddAccountInput,
): Promise<Result<void>> {
  const { output, isJson } = context;
  return withAppHoldingDataFolder(context, async (app) => {
    const origin = validateBaseUrlToOrigin(baseUrl, (text) => URL.parse(text));
    if (!origin.ok) return origin;
    const allowed = checkAddressAllowed(app.policy, origin.value);
    if (!allowed.ok) return allowed;
    const given = app.secrets.getVariableTokens();
    const hint = given.ok && given.value !== null ? readUserIdHintFromJwt(given.value.jwt) : null;
    const account = app.accounts.findOrPrepare(origin.value, user ?? hint);
    // Reports all missing variables at once, before anything is sent.
    const checked = await app.secrets.checkCanStore(account);
    if (!checked.ok) return checked;
    const tokens = readGivenTokens(app);
    if (!tokens.ok) return tokens;
    if (compareJwtUserWithAccount(account, tokens.value.jwt) === 'other') return err('another-user');
    await sendEnvironmentProxyRule(app, account.baseUrl, context);
    const place = await admit(app, account, tokens.value);
    await noteSignIn(app, account, place);
    if (!place.ok) return place;
    const words = `Added ${account.id} at ${account.baseUrl} for ${account.userId ?? 'an unknown user'}.`;
    await output.write(`${isJson ? JSON.stringify({ account, secrets: place.value }) : words}\n`);
    return ok(undefined);
  });
}

/** Imports the tokens that the administrator of this computer has brought for this user. */
export function importAccount(context: CommandContext): Promise<Result<void>> {
  const { output, isJson } = context;
  return withAppHoldingDataFolder(context, async (app) => {
    const { policy, tokenFile: file } = app;
    if (file === null || policy.baseUrl === null)
      return err('policy-refused', { detail: 'the policy does not allow tokens to be brought' });
    // The removal would delete them as well, should they be those of its account.
    if (app.remover.hasUnfinished) return err('removal-unfinished');
    await sendEnvironmentProxyRule(app, policy.baseUrl, context);
    const probe = (baseUrl: string, tokens: Tokens) => app.control('engine.probe', { baseUrl, tokens });
    const imported = await importTokens({
      ...app,
      file,
      origin: policy.baseUrl,
      probe,
      noteSignIn: (account, result) => noteSignIn(app, account, result),
    });
    if (!imported.ok) return imported;
    if (imported.value === null) return err('not-found', { detail: file.path });
    const words = `Imported the tokens of ${imported.value.userId ?? 'an unknown user'}; their file is removed.`;
    await output.write(`${isJson ? JSON.stringify({ account: imported.value }) : words}\n`);
    return ok(undefined);
  });
}

export interface MoveFilesAwayInput {
  readonly yes?: true | undefined;
}

/** Why no key opens the files, and the key that does not fit, where there is one. */
interface KeyProblem {
  readonly why: ErrorCode;
  readonly key: string | null;
}

const PREVIEW_LINES = [
  'The files would be moved to a folder of their own, with the date in its name. Nothing would be deleted.',
  'The records would be fetched again from the service.',
  'Changes that were not sent stay in the moved files; only the old key can read them.',
];

/** Tries to open the account. This command does not touch files that a key opens. */
async function tryKey(app: CliApp, account: Account): Promise<Result<KeyProblem>> {
  const secrets = await getAccountSecrets(app, account);
  const opened = secrets.ok ? await openAccountIfAllowed(app, account, secrets.value) : secrets;
  if (opened.ok) return err('key-fits');
  if (!isNoKeyForFilesError(opened.error)) return opened;
  return ok({ why: opened.error.code, key: secrets.ok ? secrets.value.key : null });
}

/** Opens the account with empty files, and creates a key where there is none. */
async function startAfresh(app: CliApp, account: Account): Promise<Result<unknown>> {
  const secrets = await getAccountSecrets(app, account);
  return secrets.ok ? openAccountIfAllowed(app, account, secrets.value) : secrets;
}

/**
 * Moves away the files of an account that no key opens, after confirmation with --yes; prints their new
 * folder.
 */
export function moveAccountFilesAway(
  context: CommandContext,
  { yes }: MoveFilesAwayInput,
): Promise<Result<void>> {
  const { output, isJson, dataDir } = context;
  return withAppHoldingDataFolder(context, async (app) => {
    const account = findWantedOrOnlyAccount(app.accounts, context.account);
    if (!account.ok) return account;
    const blocked = await tryKey(app, account.value);
    if (!blocked.ok) return blocked;
    const { why, key } = blocked.value;
    if (yes !== true) {
      if (!isJson) await output.write(`${[ERROR_SENTENCES[why], ...PREVIEW_LINES].join('\n')}\n`);
      return err('invalid-input', { detail: '--yes is needed to move the files' });
    }
    const { id } = account.value;
    const moved = await app.control('engine.moveAway', { account: id, key });
    if (!moved.ok) return moved;
    await app.secrets.keys.deleteMark(id);
    const folder = path.join(dataDir, moved.value.folder);
    const words = `The files are in ${folder} now. "intray sync" fetches the records again.`;
    await output.write(`${isJson ? JSON.stringify({ account: id, folder }) : words}\n`);
    const opened = await startAfresh(app, account.value);
    return opened.ok ? ok(undefined) : opened;
  });
}

export interface ConfirmTokenOwnerInput {
  readonly user?: string | undefined;
  readonly yes?: true | undefined;
}

/**
 * Returns whether the options confirm the account's user: by user id, or by --yes where the user is not
 * known.
 */
function checkConfirmation(userId: string | null, { user, yes }: ConfirmTokenOwnerInput): Result<void> {
  if (userId === null) {
    return yes === true
      ? ok(undefined)
      : err('invalid-input', { detail: '--yes is needed: the user of this account is not known' });
  }
  if (user === undefined) return err('invalid-input', { detail: '--user is needed: the user of the tokens' });
  return user === userId ? ok(undefined) : err('another-user');
}

/**
 * Confirms that the tokens of the environment belong to the user of an account, where their JWT does not name
 * one. Other tokens have to be confirmed again.
 */
export function confirmTokenOwner(
  context: CommandContext,
  input: ConfirmTokenOwnerInput,
): Promise<Result<void>> {
  const { output, isJson } = context;
  return withAppHoldingDataFolder(context, async (app) => {
    const { accounts, secrets } = app;
    const chosen = findWantedOrOnlyAccount(accounts, context.account);
    if (!chosen.ok) return chosen;
    const account = chosen.value;
    const given = secrets.getVariableTokens();
    if (!given.ok) return given;
    if (given.value === null) return err('not-signed-in', { detail: 'the environment contains no tokens' });
    if (compareJwtUserWithAccount(account, given.value.jwt) === 'other') return err('another-user');
    const named = checkConfirmation(account.userId, input);
    if (!named.ok) return named;
    const saved = accounts.save(account, secrets.confirmVariables(account));
    if (!saved.ok) return saved;
    await noteSignIn(app, account, saved);
    const words = `These tokens are confirmed for ${account.userId ?? 'the user'} of ${account.id}.`;
    await output.write(`${isJson ? JSON.stringify({ account: account.id }) : words}\n`);
    return ok(undefined);
  });
}
