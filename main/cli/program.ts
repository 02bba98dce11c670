import path from 'node:path';
import { Command as Parser, CommanderError, Option } from 'commander';
import type { z } from 'zod';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { getDefaultDataDir } from '#main/base/data-dir.ts';
import { describeThrown } from '#main/base/log.ts';
import type { CliCommand, CommandContext, CommandEnvironment, ParameterHelp } from './command.ts';
import { CLI_COMMANDS, COMMAND_GROUP_DESCRIPTIONS } from './commands.ts';
import { EXIT_SUCCESS, toExitCode } from './exit-codes.ts';
import type { SecretFile } from './secret-file.ts';
import { createCommandOutput, formatErrorLine, type CommandOutput } from './output.ts';

/** The options that every command takes. */
interface SharedOptions {
  readonly dataDir?: string;
  readonly account?: string;
  readonly json?: true;
}

/** The result of parsing the command line. */
type ParsedCommandLine =
  | {
      readonly command: CliCommand;
      readonly input: Readonly<Record<string, unknown>>;
      readonly shared: SharedOptions;
    }
  /** The user asked for the help: its text. */
  | { readonly help: string }
  | { readonly error: AppError };

function createUsageError(detail: string): AppError {
  return err('invalid-input', { detail: detail.slice(0, 500) }).error;
}

/** The options of commands that ask for a PIN or a passphrase. */
const SECRET_FILE_OPTIONS: readonly ParameterHelp[] = [
  {
    usage: '--secret-file <file>',
    about: 'take the PIN or the passphrase from the first line of this file, which only you can read',
  },
  { usage: '--delete-secret-file', about: 'delete that file once it was read' },
];

function getOptions({ options, asksSecret = false }: CliCommand): readonly ParameterHelp[] {
  return asksSecret ? [...options, ...SECRET_FILE_OPTIONS] : options;
}

/** Separates the options of a secret file from those of the command. */
function takeSecretFile(input: Readonly<Record<string, unknown>>): {
  readonly rest: unknown;
  readonly file: Result<SecretFile | undefined>;
} {
  const { secretFile, deleteSecretFile, ...rest } = input;
  const isDeleted = deleteSecretFile === true;
  if (typeof secretFile === 'string' && secretFile !== '')
    return { rest, file: ok({ path: path.resolve(secretFile), isDeleted }) };
  const isUsed = isDeleted || secretFile !== undefined;
  return {
    rest,
    file: isUsed ? err('invalid-input', { detail: 'expected --secret-file=FILE' }) : ok(undefined),
  };
}

/** Returns the options that were given, each under its present name. */
function readOptions({ options }: CliCommand, parser: Parser): Readonly<Record<string, unknown>> {
  const given = new Map<string, unknown>(Object.entries(parser.opts()));
  for (const { usage, formerUsage } of options) {
    const former = formerUsage === undefined ? null : new Option(formerUsage).attributeName();
    if (former === null || !given.has(former)) continue;
    const present = new Option(usage).attributeName();
    given.set(present, given.get(present) ?? given.get(former));
    given.delete(former);
  }
  return Object.fromEntries(given);
}

/** Returns the options of a subcommand, together with its arguments by name. */
function toInput(command: CliCommand, parser: Parser): Readonly<Record<string, unknown>> {
  const named = command.parameters.map(({ usage }, index) => [
    usage.replace(/[<>]/g, ''),
    parser.args[index],
  ]);
  return { ...readOptions(command, parser), ...Object.fromEntries(named) };
}

function addCommand(
  parent: Parser,
  command: CliCommand,
  choose: (chosen: ParsedCommandLine) => void,
  takesFormerNames: boolean,
): void {
  const parser = parent.command(command.name.at(-1) ?? '').description(command.about);
  for (const { usage, about } of command.parameters) parser.argument(usage, about);
  for (const { usage, about, formerUsage } of getOptions(command)) {
    parser.option(usage, about);
    if (formerUsage !== undefined && takesFormerNames) parser.addOption(new Option(formerUsage).hideHelp());
  }
  parser.action(() =>
    choose({ command, input: toInput(command, parser), shared: parser.parent?.optsWithGlobals() ?? {} }),
  );
}

interface ParserOptions {
  readonly choose: (chosen: ParsedCommandLine) => void;
  /** Called with the text of the help. */
  readonly say: (text: string) => void;
  readonly takesFormerNames: boolean;
}

/** Shows an option's value as `--name=value`, the form that every system passes on unchanged. */
function formatOption({ flags }: Option): string {
  return flags.replace(/ <(.+)>$/, '=<$1>').replace(/ \[(.+)\]$/, '[=$1]');
}

/** Creates the parser: its output is collected; it neither prints nor exits. */
function createParser({ choose, say, takesFormerNames }: ParserOptions): Parser {
  const root = new Parser('intray')
    .description('Intray without a window: forms, requisitions and notifications from the encrypted cache.')
    .configureOutput({ writeOut: say, writeErr: () => {} })
    .configureHelp({ showGlobalOptions: true, optionTerm: formatOption })
    .exitOverride()
    .option('--data-dir <folder>', 'the data folder')
    .option('--account <id>', 'the account, where there are several')
    .option('--json', 'print JSON');
  const groups = new Map<string, Parser>();
  const getGroup = (name: string): Parser => {
    const group =
      groups.get(name) ?? root.command(name).description(COMMAND_GROUP_DESCRIPTIONS.get(name) ?? '');
    groups.set(name, group);
    return group;
  };
  for (const command of CLI_COMMANDS) {
    const parent = command.name.length === 2 ? getGroup(command.name[0]) : root;
    addCommand(parent, command, choose, takesFormerNames);
  }
  return root;
}

function choose(parameters: readonly string[], takesFormerNames: boolean): ParsedCommandLine {
  const said: string[] = [];
  const chosen: ParsedCommandLine[] = [];
  try {
    createParser({
      choose: (choice) => chosen.push(choice),
      say: (text) => said.push(text),
      takesFormerNames,
    }).parse(parameters, { from: 'user' });
    return chosen[0] ?? { error: createUsageError('no command') };
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.exitCode === 0) return { help: said.join('') };
    const isWordless = thrown.code === 'commander.help';
    return {
      error: createUsageError(
        isWordless ? 'no command given; --help lists the commands' : thrown.message.replace(/^error: /, ''),
      ),
    };
  }
}

function toOptionName(name: PropertyKey): string {
  return String(name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((name) => `${toOptionName(name)}: not allowed here`).join('; ');
  const [name = ''] = issue.path;
  return `${toOptionName(name)}: ${issue.message}`;
}

function getContext(
  environment: CommandEnvironment,
  output: CommandOutput,
  shared: SharedOptions,
): CommandContext {
  const { dataDir, account, json } = shared;
  const folder =
    dataDir === undefined
      ? getDefaultDataDir(process.platform, environment.variables)
      : path.resolve(dataDir);
  return { environment, output, dataDir: folder, isJson: json === true, account };
}

async function perform(
  chosen: ParsedCommandLine,
  environment: CommandEnvironment,
  output: CommandOutput,
): Promise<Result<void>> {
  if ('error' in chosen) return { ok: false, error: chosen.error };
  if ('help' in chosen) {
    await output.write(chosen.help);
    return ok(undefined);
  }
  const { command, input, shared } = chosen;
  const { rest, file } = takeSecretFile(input);
  if (!file.ok) return file;
  const start = command.parse(rest);
  if (!start.success)
    return { ok: false, error: createUsageError(start.error.issues.map(describeIssue).join('; ')) };
  const done = await start.data(getContext({ ...environment, secretFile: file.value }, output, shared));
  return done.ok ? output.outcome() : done;
}

/**
 * Runs one command and returns its exit code. Prints the output; never throws and never exits the process.
 * @param parameters the command line after the program
 */
export async function runCliCommand(
  parameters: readonly string[],
  environment: CommandEnvironment,
): Promise<number> {
  const output = createCommandOutput(environment.stdout, environment.stderr);
  const chosen = choose(parameters, environment.takesFormerNames);
  const done = await perform(chosen, environment, output).catch((thrown: unknown) =>
    err('internal', { detail: describeThrown(thrown) }),
  );
  if (done.ok) return EXIT_SUCCESS;
  const sentences = 'command' in chosen ? chosen.command.errorSentences : undefined;
  output.note(formatErrorLine(done.error, parameters.includes('--json'), sentences));
  return toExitCode(done.error);
}
