import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { CALL_CHANNEL, type ProcedureName } from '#contract/names.ts';
import { procedures } from '#contract/procedures.ts';
import { err, type Result } from '#contract/result.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import { isOwnAddress } from './address.ts';
import { plainDataProblem } from './plain-data.ts';

/** Answers a call whose input has passed its schema. */
export type Route = (name: ProcedureName, input: unknown) => Promise<Result<unknown>>;

export interface CallOptions {
  /** Whether a page belongs to one of our windows. */
  readonly isOurs: (contents: WebContents) => boolean;
  readonly route: Route;
  /** Whether answers are held against their schema too: a net for our own mistakes, not for attacks. */
  readonly checkAnswers: boolean;
  readonly log: Log;
}

/** More calls under way than any screen makes; beyond it a page has gone wild. */
const MAX_OPEN_CALLS = 200;
const RETRY_MS = 100;
/** Calls that carry more text than a form does: whole tables, which are saved. */
const CHARACTERS: Partial<Record<ProcedureName, number>> = { 'files.saveText': 50_001_000 };

function isTrusted(event: IpcMainInvokeEvent, isOurs: CallOptions['isOurs']): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isOurs(event.sender) && isOwnAddress(frame.url);
}

function isProcedureName(name: unknown): name is ProcedureName {
  return typeof name === 'string' && Object.hasOwn(procedures, name);
}

function checkInput(name: ProcedureName, input: unknown): Result<unknown> {
  const problem = plainDataProblem(input, CHARACTERS[name]);
  if (problem !== null) return err('invalid-input', { detail: problem });
  const parsed = procedures[name].input.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data };
  // Names of fields alone: a value may be a token.
  const fields = parsed.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
  return err('invalid-input', { detail: fields.join(', ').slice(0, 500) });
}

function checkAnswer(name: ProcedureName, answer: Result<unknown>, log: Log): Result<unknown> {
  if (!answer.ok) return answer;
  const parsed = procedures[name].output.safeParse(answer.value);
  if (parsed.success) return answer;
  log.error('an answer does not fit the contract', {
    name,
    field: parsed.error.issues[0]?.path.join('.') ?? '',
  });
  return err('internal', { detail: `${name} answered something else than promised` });
}

/**
 * Serves the calls of our pages on the one channel there is: sender, then size, then schema, then the
 * procedure. Whatever is wrong, the answer is an error value; nothing is thrown back into a page.
 */
export function serveCalls({ isOurs, route, checkAnswers, log }: CallOptions): void {
  let openCalls = 0;
  const answer = async (name: unknown, input: unknown): Promise<Result<unknown>> => {
    if (!isProcedureName(name)) return err('invalid-input', { detail: 'no such procedure' });
    if (openCalls >= MAX_OPEN_CALLS) return err('rate-limited', { waitMs: RETRY_MS });
    const checked = checkInput(name, input);
    if (!checked.ok) return checked;
    openCalls += 1;
    try {
      const answered = await route(name, checked.value);
      return checkAnswers ? checkAnswer(name, answered, log) : answered;
    } finally {
      openCalls -= 1;
    }
  };
  ipcMain.handle(
    CALL_CHANNEL,
    async (event, name: unknown, input: unknown, ...surplus: readonly unknown[]) => {
      try {
        if (!isTrusted(event, isOurs)) return err('refused-sender');
        if (surplus.length > 0) return err('invalid-input', { detail: 'too many arguments' });
        return await answer(name, input);
      } catch (thrown) {
        log.error('a call failed', { thrown: describeThrown(thrown) });
        return err('internal');
      }
    },
  );
}
