import type { Account, Tokens } from '#contract/account.ts';
import { checkBaseUrl } from '#contract/base-url.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { namedUser, getOwner } from '#main/vault/token-owner.ts';
import { SECRET_VARIABLES } from '#main/vault/variables.ts';
import type { CommandContext } from './context.ts';
import { reportChoice, withApp, type App } from './desk.ts';

export interface AccountAddInput {
  readonly baseUrl: string;
  readonly user?: string | undefined;
}

function givenTokens({ secrets }: App): Result<Tokens> {
  const given = secrets.variableTokens();
  if (!given.ok) return given;
  const { accessToken, jwt } = SECRET_VARIABLES;
  return given.value === null
    ? err('not-signed-in', { detail: `set ${accessToken}, ${jwt}` })
    : ok(given.value);
}

/** Tries the tokens, keeps them, and registers the account: in this order, so that a failure leaves nothing. */
async function admit(app: App, account: Account, tokens: Tokens): Promise<Result<string>> {
  const { accounts, secrets } = app;
  const probed = await app.control('engine.probe', { baseUrl: account.baseUrl, tokens });
  if (!probed.ok) return probed;
  secrets.giveVariablesTo(account.id);
  // Who adds an account says with it whose tokens these are.
  const fingerprint = secrets.confirmVariables(account);
  const kept = await secrets.admit(account, tokens);
  if (!kept.ok) return kept;
  const saved = accounts.save(account, fingerprint);
  return saved.ok ? ok(kept.value.place) : saved;
}

/** Signs an account in with the tokens of the environment, and prints it. */
export function addAccount(
  context: CommandContext,
  { baseUrl, user }: AccountAddInput,
): Promise<Result<void>> {
  const { output, isJson } = context;
  return withApp(context, async (app) => {
    const origin = checkBaseUrl(baseUrl, (text) => URL.parse(text));
    if (!origin.ok) return origin;
    const given = app.secrets.variableTokens();
    const hint = given.ok && given.value !== null ? namedUser(given.value.jwt) : null;
    const account = app.accounts.at(origin.value, user ?? hint);
    // What all is missing is said at once, before anything is sent.
    const checked = await app.secrets.check(account);
    if (!checked.ok) return checked;
    const tokens = givenTokens(app);
    if (!tokens.ok) return tokens;
    if (getOwner(account, tokens.value.jwt) === 'other') return err('another-user');
    await reportChoice(app, account.baseUrl, context);
    const place = await admit(app, account, tokens.value);
    if (!place.ok) return place;
    const words = `Added ${account.id} at ${account.baseUrl} for ${account.userId ?? 'an unknown user'}.`;
    await output.write(`${isJson ? JSON.stringify({ account, secrets: place.value }) : words}\n`);
    return ok(undefined);
  });
}
