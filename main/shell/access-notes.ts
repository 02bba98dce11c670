import { accountsStateSchema, type AccountsState } from '#contract/accounts.ts';
import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import { procedures, type ProcedureName } from '#contract/procedures.ts';
import type { Result } from '#contract/result.ts';
import type { HandleCall } from './ipc.ts';

type Note = InternalProcedureInput<'accessLog.note'>;

export interface AccessRecordingDeps {
  readonly accessLog: { note(access: Note): void };
  readonly session: { getState(): AccountsState };
}

const SIGN_INS: readonly ProcedureName[] = [
  'accounts.signIn',
  'accounts.renewTokens',
  'accounts.confirmUser',
];

function getOutcome(answer: Result<unknown>): string {
  return answer.ok ? 'ok' : answer.error.code;
}

/** Returns the entry of a sign-in: of the account that it led to, or that it was meant for. */
function describeSignIn(
  name: ProcedureName,
  input: unknown,
  answer: Result<unknown>,
  { accounts }: AccountsState,
): Note {
  const entry = { what: 'sign-in', outcome: getOutcome(answer) } as const;
  if (name === 'accounts.signIn' && !answer.ok) {
    const { userId } = procedures[name].input.parse(input);
    return { ...entry, account: null, user: userId };
  }
  const wanted = procedures['accounts.switch'].input.strip().safeParse(input).data?.id ?? null;
  const id = answer.ok && wanted === null ? accountsStateSchema.parse(answer.value).current : wanted;
  const account = accounts.find((known) => known.id === id);
  return { ...entry, account: id, user: account?.userId ?? null };
}

function describePrint(input: unknown, answer: Result<unknown>): Note {
  const { records } = procedures['app.print'].input.parse(input);
  const outcome = answer.ok ? procedures['app.print'].output.parse(answer.value).outcome : getOutcome(answer);
  return { what: 'print', outcome, records };
}

/** Returns a route that records in the access log what this process serves itself: sign-ins and printings. */
export function withAccessLogOfSignInsAndPrints(
  route: HandleCall,
  { accessLog, session }: AccessRecordingDeps,
): HandleCall {
  return async (name, input, signal) => {
    const answer = await route(name, input, signal);
    if (SIGN_INS.includes(name)) accessLog.note(describeSignIn(name, input, answer, session.getState()));
    if (name === 'app.print') accessLog.note(describePrint(input, answer));
    return answer;
  };
}
