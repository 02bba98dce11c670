import type { Output, Parsed } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Session } from './session.ts';

/** The handlers of the session's procedures, by name. */
export function sessionHandlers(session: Session) {
  return {
    'accounts.list': async () => ok(session.getState()),
    'accounts.signIn': (input: Parsed<'accounts.signIn'>) => session.signIn(input),
    'accounts.openDemo': () => session.openDemo(),
    'accounts.switch': (input: Parsed<'accounts.switch'>) => session.switchTo(input),
    'accounts.reopen': () => session.reopen(),
    'accounts.moveAway': (input: Parsed<'accounts.moveAway'>) => session.moveAway(input),
    'accounts.confirmUser': (input: Parsed<'accounts.confirmUser'>) => session.confirmUser(input),
    'accounts.renewTokens': (input: Parsed<'accounts.renewTokens'>) => session.renewTokens(input),
  } as const satisfies Record<string, (input: never) => Promise<Result<Output<'accounts.list'>>>>;
}
