import { err, ok, type Result } from '#contract/result.ts';
import { getOwner } from '#main/vault/token-owner.ts';
import type { CommandContext } from './context.ts';
import { chooseAccount, withApp } from './desk.ts';

export interface ConfirmInput {
  readonly user?: string | undefined;
  readonly yes?: true | undefined;
}

/** What names the user of an account: the user id, or a plain yes where it is not known. */
function problemWith(userId: string | null, { user, yes }: ConfirmInput): Result<void> {
  if (userId === null) {
    return yes === true
      ? ok(undefined)
      : err('invalid-input', { detail: '--yes is needed: the user of this account is not known' });
  }
  if (user === undefined) return err('invalid-input', { detail: '--user is needed: whose tokens these are' });
  return user === userId ? ok(undefined) : err('another-user');
}

/**
 * Confirms that the tokens of the environment belong to the user of an account, where they do not say so themselves. Other tokens
 * have to be confirmed again.
 */
export function confirmAccount(context: CommandContext, input: ConfirmInput): Promise<Result<void>> {
  const { output, isJson } = context;
  return withApp(context, async ({ accounts, secrets }) => {
    const chosen = chooseAccount(accounts, context.account);
    if (!chosen.ok) return chosen;
    const account = chosen.value;
    const given = secrets.variableTokens();
    if (!given.ok) return given;
    if (given.value === null) return err('not-signed-in', { detail: 'no tokens are in the environment' });
    if (getOwner(account, given.value.jwt) === 'other') return err('another-user');
    const named = problemWith(account.userId, input);
    if (!named.ok) return named;
    const saved = accounts.save(account, secrets.confirmVariables(account));
    if (!saved.ok) return saved;
    const words = `These tokens are confirmed for ${account.userId ?? 'the user'} of ${account.id}.`;
    await output.write(`${isJson ? JSON.stringify({ account: account.id }) : words}\n`);
    return ok(undefined);
  });
}
