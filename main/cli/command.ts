import type { z } from 'zod';
import type { Result } from '#contract/result.ts';
import type { CommandContext } from './context.ts';

/** A word or an option as the person reads about it in the help. */
export interface Described {
  /** As commander takes it, for example `<kind>` or `--limit <number>`. */
  readonly form: string;
  readonly about: string;
}

/** One command: how it is called, what it takes, what it does. */
export interface Command {
  /** One word, or a group and a word. */
  readonly name: readonly [string] | readonly [string, string];
  readonly about: string;
  readonly words: readonly Described[];
  readonly options: readonly Described[];
  /** Runs with words and options by their names, unchecked; undefined where its input is not as it should be. */
  readonly start: (
    input: unknown,
  ) => z.ZodSafeParseResult<(context: CommandContext) => Promise<Result<void>>>;
}

interface Definition<T> extends Omit<Command, 'start'> {
  readonly input: z.ZodType<T>;
  readonly run: (context: CommandContext, input: T) => Promise<Result<void>>;
}

/** Joins a schema with what runs on its output. */
export function command<T>({ input: schema, run, ...about }: Definition<T>): Command {
  const bound = schema.transform((input) => (context: CommandContext) => run(context, input));
  return { ...about, start: (input) => bound.safeParse(input) };
}
