import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import type { AccountSession } from './session.ts';

/** The handlers of the session's procedures, by name. */
export function createSessionHandlers(session: AccountSession) {
  return {
    'accounts.cancelKeychain': () => session.cancelKeychain(),
    'accounts.list': async () => ok(session.getState()),
    'accounts.signIn': (input: ValidatedInput<'accounts.signIn'>) => session.signIn(input),
    'accounts.openDemo': () => session.openDemo(),
    'accounts.switch': (input: ValidatedInput<'accounts.switch'>) => session.switchTo(input),
    'accounts.reopen': () => session.reopen(),
    'accounts.moveAway': (input: ValidatedInput<'accounts.moveAway'>) => session.moveAway(input),
    'accounts.listContents': (input: ValidatedInput<'accounts.listContents'>) => session.listContents(input),
    'accounts.remove': (input: ValidatedInput<'accounts.remove'>) => session.remove(input),
    'accounts.getReceipts': () => session.getReceipts(),
    'accounts.dismissReceipts': () => session.dismissReceipts(),
    'accounts.confirmUser': (input: ValidatedInput<'accounts.confirmUser'>) => session.confirmUser(input),
    'accounts.setLabel': (input: ValidatedInput<'accounts.setLabel'>) => session.setLabel(input),
    'accounts.renewTokens': (input: ValidatedInput<'accounts.renewTokens'>) => session.renewTokens(input),
  } as const satisfies Record<
    string,
    (
      input: never,
    ) => Promise<
      Result<
        CallOutput<'accounts.list' | 'accounts.cancelKeychain' | 'accounts.listContents' | 'accounts.remove'>
      >
    >
  >;
}
