import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { z } from 'zod';
import { accountIdSchema } from '#contract/accounts.ts';
import { toSentAnswer } from '#contract/answer-text.ts';
import { ABANDON_CHANNEL, CALL_CHANNEL } from '#contract/ipc-names.ts';
import { MAX_CHART_PNG_BASE64_LENGTH } from '#contract/pdf-procedures.ts';
import { type ProcedureName, procedures } from '#contract/procedures.ts';
import { err, type Result } from '#contract/result.ts';
import { findOutputProblem, isAbandonableCacheRead, validateCall } from '#contract/validate-call.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import { createRunningPageReads } from './running-page-reads.ts';
import { isAddressOfAppPage } from './address.ts';
import { runCallOfPage } from './calling-page.ts';

/** Limits of one call from a page: generous for what a user types, small for this process. */
const LIMITS = { depth: 8, values: 5_000, characters: 262_144 } as const;

interface Budget {
  values: number;
  characters: number;
}

function getChildren(value: object): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? Object.entries(value).flat() : null;
}

function findTextProblem(value: string, budget: Budget): string | null {
  budget.characters -= value.length;
  return budget.characters < 0 ? 'too much text' : null;
}

function findObjectProblem(value: object, depth: number, budget: Budget): string | null {
  if (depth === 0) return 'nested too deeply';
  const children = getChildren(value);
  if (children === null) return 'something other than plain data';
  // The length is checked before the elements are visited: an array may claim four billion empty elements.
  if (children.length > budget.values) return 'too many values';
  for (const child of children) {
    const problem = findValueProblem(child, depth - 1, budget);
    if (problem !== null) return problem;
  }
  return null;
}

function findValueProblem(value: unknown, depth: number, budget: Budget): string | null {
  budget.values -= 1;
  if (budget.values < 0) return 'too many values';
  switch (typeof value) {
    case 'string':
      return findTextProblem(value, budget);
    case 'object':
      return value === null ? null : findObjectProblem(value, depth, budget);
    case 'number':
    case 'boolean':
    case 'undefined':
      return null;
    default:
      return 'something other than plain data';
  }
}

/**
 * Returns why a value is no plain data of acceptable size, or null where it is: objects and arrays of
 * strings, numbers and booleans. The check runs before any schema, so that a schema never receives a huge
 * value.
 * @param characters maximum length of all its texts together
 */
export function findPlainDataProblem(value: unknown, characters: number = LIMITS.characters): string | null {
  return findValueProblem(value, LIMITS.depth, { values: LIMITS.values, characters });
}

/** Handles a call whose input has passed its schema. `signal` abandons a read. */
export type HandleCall = (
  name: ProcedureName,
  input: unknown,
  signal?: AbortSignal,
) => Promise<Result<unknown>>;

export interface IpcHandlerOptions {
  /** Whether the calling page belongs to one of Intray's windows. */
  readonly isOurs: (contents: WebContents) => boolean;
  readonly route: HandleCall;
  /**
   * Whether results are validated against their schema too: a safety net for our own mistakes, not for
   * attacks.
   */
  readonly checkAnswers: boolean;
  readonly log: Log;
}

/** Maximum number of concurrent calls: no screen makes as many, so more mean a defective page. */
const MAX_OPEN_CALLS = 200;
const RETRY_MS = 100;
/** Calls that carry more text than a user types: whole tables and pictures that are saved. */
const CHARACTER_LIMITS: Partial<Record<ProcedureName, number>> = {
  'files.saveText': 50_001_000,
  'files.savePicture': MAX_CHART_PNG_BASE64_LENGTH + 1_000,
};

function isTrusted(event: IpcMainInvokeEvent, isOurs: IpcHandlerOptions['isOurs']): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isOurs(event.sender) && isAddressOfAppPage(frame.url);
}

const ticketSchema = z.int();
const callContextSchema = z.strictObject({
  ticket: ticketSchema.optional(),
  account: accountIdSchema.optional(),
});

function isProcedureName(name: unknown): name is ProcedureName {
  return typeof name === 'string' && Object.hasOwn(procedures, name);
}

function checkInput(name: ProcedureName, input: unknown): Result<unknown> {
  const problem = findPlainDataProblem(input, CHARACTER_LIMITS[name]);
  if (problem !== null) return err('invalid-input', { detail: problem });
  return validateCall(procedures[name], input);
}

function checkAnswer(name: ProcedureName, answer: Result<unknown>, log: Log): Result<unknown> {
  const problem = findOutputProblem(procedures[name], answer);
  if (problem === null) return answer;
  log.error('a result does not fit its schema', { name, problem });
  return err('internal', { detail: `the result of ${name} does not fit its schema` });
}

/**
 * Handles the calls of our pages: it checks the sender, then the size, then the schema,
 * then runs the procedure. Every failure is returned as an error value; no exception reaches a page.
 */
export function servePageCalls({ isOurs, route, checkAnswers, log }: IpcHandlerOptions): void {
  let openCalls = 0;
  const openReads = createRunningPageReads();
  const answerCall = async (
    page: WebContents,
    name: unknown,
    input: unknown,
    ticket: number | undefined,
  ): Promise<Result<unknown>> => {
    if (!isProcedureName(name)) return err('invalid-input', { detail: 'no such procedure' });
    if (openCalls >= MAX_OPEN_CALLS) return err('rate-limited', { waitMs: RETRY_MS });
    const checked = checkInput(name, input);
    if (!checked.ok) return checked;
    openCalls += 1;
    try {
      const { value } = checked;
      const answered = await (ticket === undefined || !isAbandonableCacheRead(procedures[name])
        ? route(name, value)
        : openReads.run(page, ticket, (signal) => route(name, value, signal)));
      return checkAnswers ? checkAnswer(name, answered, log) : answered;
    } finally {
      openCalls -= 1;
    }
  };
  ipcMain.handle(CALL_CHANNEL, async (event, ...call: readonly unknown[]) => {
    const [name, input, given = {}, ...surplus] = call;
    try {
      if (!isTrusted(event, isOurs)) return err('refused-sender');
      if (surplus.length > 0) return err('invalid-input', { detail: 'too many arguments' });
      const context = callContextSchema.safeParse(given);
      if (!context.success) return err('invalid-input', { detail: 'no ticket or no account' });
      const { ticket, account } = context.data;
      const work = () => answerCall(event.sender, name, input, ticket);
      const answer = await runCallOfPage(event.sender, work, account);
      return toSentAnswer(name, answer);
    } catch (thrown) {
      log.error('a call failed', { thrown: describeThrown(thrown) });
      return err('internal');
    }
  });
  ipcMain.handle(ABANDON_CHANNEL, (event, ticket: unknown) => {
    const { data } = ticketSchema.safeParse(ticket);
    if (data !== undefined && isTrusted(event, isOurs)) openReads.abandon(event.sender, data);
  });
}
