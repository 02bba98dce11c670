import { z } from 'zod';
import type { Kind } from '#contract/records.ts';
import type { Result, TaskErrorSentences } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { PolicyFileAndRightsChecks } from '#main/policy/source.ts';
import type { ChildPort } from '#main/base/port.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { EnvironmentVariables } from '#main/vault/variables.ts';
import type { CommandOutput, OutputStream } from './output.ts';
import type { SecretFile } from './secret-file.ts';
import type { StartWorker } from '#main/engine/sqlite/worker.ts';

/** Asks a question at the terminal without showing the answer; null where the user gives up with Ctrl-C or Ctrl-D. */
export type AskWithoutEcho = (question: string) => Promise<string | null>;

/** What the process that runs a command gives it: streams, environment variables and functions. */
export interface CommandEnvironment {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** The standard input; null where it cannot be read. */
  readonly stdin: AsyncIterable<Buffer | string> | null;
  /** Asks at the terminal without showing the answer; null where stdin is no terminal. */
  readonly askHidden: AskWithoutEcho | null;
  readonly variables: EnvironmentVariables;
  /** The version of Intray. */
  readonly version: string;
  /** Where the policy of this computer lies. */
  readonly policySource: PolicyFileAndRightsChecks;
  readonly clock: Clock;
  readonly random: RandomGenerator;
  /** Starts the process that accesses the system's keychain. */
  readonly forkKeychain: () => ChildPort;
  /** Starts the engine's threads. */
  readonly startWorker: StartWorker;
  /** Starts processes for work on PDFs. */
  readonly startPdfWorker: StartWorker;
  /**
   * Calls the listener when the user interrupts the command. Returns a function that removes the listener.
   */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Whether options are also accepted under their former names. */
  readonly takesFormerNames: boolean;
  /** The file with the PIN or the passphrase that a command asks for; absent where it asks at the terminal or on stdin. */
  readonly secretFile?: SecretFile | undefined;
}

/** One call of the command: the shared options, besides the command's own arguments. */
export interface CommandContext {
  readonly environment: CommandEnvironment;
  readonly output: CommandOutput;
  readonly dataDir: string;
  readonly isJson: boolean;
  /** The account id given with --account. */
  readonly account: string | undefined;
}

/** An argument or an option as shown in the help. */
export interface ParameterHelp {
  /** In the notation of commander, for example `<kind>` or `--limit <number>`. */
  readonly usage: string;
  readonly about: string;
  /**
   * An option as it was called before, in the same notation; not shown in the help. The packaged program does
   * not accept it.
   */
  readonly formerUsage?: string;
}

/** One command: its name, its arguments and options, and its function. */
export interface CliCommand {
  /** The command's name: one word, or a group and a word. */
  readonly name: readonly [string] | readonly [string, string];
  readonly about: string;
  readonly parameters: readonly ParameterHelp[];
  readonly options: readonly ParameterHelp[];
  /** Whether it asks for a PIN or a passphrase, which --secret-file can hold instead. */
  readonly asksSecret?: boolean;
  /** What it says of some errors, in place of the usual sentences. */
  readonly errorSentences?: TaskErrorSentences;
  /**
   * Validates arguments and options by name. Returns the function that runs the command, or the problems of the
   * input.
   */
  readonly parse: (
    input: unknown,
  ) => z.ZodSafeParseResult<(context: CommandContext) => Promise<Result<void>>>;
}

interface CommandDefinition<T> extends Omit<CliCommand, 'parse'> {
  readonly input: z.ZodType<T>;
  readonly run: (context: CommandContext, input: T) => Promise<Result<void>>;
}

/** Defines a command whose function receives the arguments that its schema has validated. */
export function defineCommand<T>({ input: schema, run, ...about }: CommandDefinition<T>): CliCommand {
  const bound = schema.transform((input) => (context: CommandContext) => run(context, input));
  return { ...about, parse: (input) => bound.safeParse(input) };
}

/** The names of kinds on the command line. */
export const KIND_LABELS = ['forms', 'requisitions', 'notifications'] as const;
export type KindLabel = (typeof KIND_LABELS)[number];

/** The argument of a command for one kind. */
export const KIND_PARAMETER: ParameterHelp = { usage: '<kind>', about: KIND_LABELS.join(', ') };
export const kindLabelSchema = z.enum(KIND_LABELS, `expected one of ${KIND_LABELS.join(', ')}`);

/** The option --out of a command that needs it. */
export const outFileSchema = z.string('expected --out=FILE').min(1);

const KIND_OF: Readonly<Record<KindLabel, Kind>> = {
  forms: 'form',
  requisitions: 'requisition',
  notifications: 'notification',
};

const LABEL_OF_KIND: Readonly<Record<Kind, KindLabel>> = {
  form: 'forms',
  requisition: 'requisitions',
  notification: 'notifications',
};

export function toKindFromLabel(word: KindLabel): Kind {
  return KIND_OF[word];
}

export function toKindLabel(kind: Kind): KindLabel {
  return LABEL_OF_KIND[kind];
}
