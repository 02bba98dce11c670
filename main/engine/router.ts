import { controls } from '#contract/controls.ts';
import { procedures } from '#contract/procedures.ts';
import { err, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import type { z } from 'zod';
import type { EngineName, Handlers } from './handlers/deps.ts';

export interface RouterDeps {
  readonly handlers: Handlers;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether results are validated too: in development and in tests. */
  readonly isStrict: boolean;
}

export type Route = (name: string, input: unknown) => Promise<Result<unknown>>;

/** Calls slower than this are logged by name. A sync is expected to take long. */
const SLOW_MS = SECOND;

const SCHEMAS = { ...procedures, ...controls };

function isEngineName(handlers: Handlers, name: string): name is EngineName {
  return Object.hasOwn(handlers, name);
}

/** Returns path and code of the first issue, never the value itself, which may be patient data. */
function describeIssue({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? 'unknown' : `${issue.path.join('.').slice(0, 100)}: ${issue.code}`;
}

/**
 * Finds the handler of a name, validates the input and measures the time. Returns errors as values and never
 * throws.
 */
export function createRouter({ handlers, clock, log, isStrict }: RouterDeps): Route {
  const checked = (name: EngineName, answer: Result<unknown>): Result<unknown> => {
    if (!isStrict || !answer.ok) return answer;
    const output = SCHEMAS[name].output.safeParse(answer.value);
    if (output.success) return answer;
    log.error('a result does not match its schema', { name, issue: describeIssue(output.error) });
    return err('internal', { detail: 'the result does not match its schema' });
  };
  const run = async (name: EngineName, input: unknown): Promise<Result<unknown>> => {
    const parsed = SCHEMAS[name].input.safeParse(input);
    if (!parsed.success) return err('invalid-input', { detail: describeIssue(parsed.error) });
    const handler = handlers[name] as (input: unknown) => Promise<Result<unknown>>; // its own schema has just checked it
    return checked(name, await handler(parsed.data));
  };
  return async (name, input) => {
    if (!isEngineName(handlers, name)) return err('invalid-input', { detail: 'an unknown name' });
    const from = clock.monotonic();
    try {
      const answer = await run(name, input);
      const ms = Math.round(clock.monotonic() - from);
      if (ms > SLOW_MS && name !== 'sync.run') log.warn('slow call', { name, ms });
      if (!answer.ok) log.info('a call returned an error', { name, code: answer.error.code });
      return answer;
    } catch (thrown) {
      log.error('a handler failed', { name, thrown: describeThrown(thrown) });
      return err('internal');
    }
  };
}
