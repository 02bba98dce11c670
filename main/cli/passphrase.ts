import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { err, ok, type Result } from '#contract/result.ts';
import { MIN_PASSPHRASE_LENGTH, passphraseSchema } from '#contract/transfer.ts';
import type { CommandEnvironment, AskWithoutEcho } from './command.ts';
import { readSecretFile } from './secret-file.ts';

/** Returns a prompt over a terminal. What is typed is not echoed. */
export function createHiddenPrompt(
  terminal: NodeJS.ReadableStream,
  stderr: Pick<NodeJS.WritableStream, 'write'>,
): AskWithoutEcho {
  return (question) =>
    new Promise((resolve) => {
      const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
      const lines = createInterface({ input: terminal, output: nowhere, terminal: true, historySize: 0 });
      const end = (answer: string | null): void => {
        lines.close();
        stderr.write('\n');
        resolve(answer);
      };
      stderr.write(question);
      lines.once('line', end);
      lines.once('SIGINT', () => end(null));
      lines.once('close', () => resolve(null)); // Without effect after a line: the promise was resolved with it.
    });
}

/** Maximum length of the typed text, longer than any passphrase. */
const MAX_BYTES = 4_096;

async function readFromStdin(stdin: CommandEnvironment['stdin'], what: string): Promise<Result<string>> {
  if (stdin === null)
    return err('invalid-input', { detail: `${what}: stdin cannot be read here, use --secret-file=FILE` });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (bytes.includes('\n') || size > MAX_BYTES) break;
  }
  const [line = ''] = Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1);
  return ok(line);
}

interface SecretLine {
  /** The name of the secret in the prompt, such as `PIN`. */
  readonly what: string;
  /** Whether the secret is new, so that it is typed twice at a terminal. */
  readonly isNew: boolean;
}

async function askTwice(ask: AskWithoutEcho, { what, isNew }: SecretLine): Promise<Result<string>> {
  const typed = await ask(`${what}: `);
  if (typed === null) return err('cancelled');
  const again = isNew ? await ask('The same again: ') : typed;
  if (again === null) return err('cancelled');
  return again === typed ? ok(typed) : err('invalid-input', { detail: 'the two entries differ' });
}

type SecretSources = Pick<CommandEnvironment, 'stdin' | 'askHidden' | 'secretFile'>;

async function readFrom(
  { stdin, askHidden, secretFile }: SecretSources,
  line: SecretLine,
): Promise<Result<string>> {
  if (secretFile !== undefined) return readSecretFile(secretFile);
  return askHidden === null ? readFromStdin(stdin, line.what) : askTwice(askHidden, line);
}

/**
 * Reads a secret: from the file of --secret-file, at a terminal from a prompt, otherwise from the first line of stdin. It
 * is never an argument, which other users of the computer could see. 'invalid-input' where nothing was given.
 */
export async function readSecretLine(
  { stdin, askHidden, secretFile }: SecretSources,
  line: SecretLine,
): Promise<Result<string>> {
  const read = await readFrom({ stdin, askHidden, secretFile }, line);
  // Empty input is refused before it is tried: a job without input must not use up the tries of a PIN.
  if (read.ok && read.value === '')
    return err('invalid-input', { detail: `${line.what}: nothing was given` });
  return read;
}

/**
 * Reads a passphrase as `readSecretLine` does. 'invalid-input' where it is too short or too long.
 * @param isNew whether it is typed twice at a terminal
 */
export async function readPassphrase(environment: SecretSources, isNew: boolean): Promise<Result<string>> {
  const read = await readSecretLine(environment, { what: 'Passphrase', isNew });
  if (!read.ok) return read;
  const passphrase = passphraseSchema.safeParse(read.value);
  if (passphrase.success) return ok(passphrase.data);
  const detail = `the passphrase (the first line of stdin or of the secret file) needs at least ${MIN_PASSPHRASE_LENGTH} characters`;
  return err('invalid-input', { detail });
}
