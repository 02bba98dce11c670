import { createReadStream } from 'node:fs';
import { err, ok, type Result } from '#contract/result.ts';
import { systemCode } from '#main/base/json-file.ts';

/** More than any write takes. */
const MAX_BYTES = 16 * 1024 * 1024;

async function readAll(source: AsyncIterable<Buffer | string>): Promise<Result<string>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BYTES) return err('invalid-input', { detail: '--data: more than 16 MiB' });
    chunks.push(bytes);
  }
  return ok(Buffer.concat(chunks).toString('utf8'));
}

async function toText(given: string, stdin: AsyncIterable<Buffer | string>): Promise<Result<string>> {
  try {
    if (given === '-') return await readAll(stdin);
    return given.startsWith('@') ? await readAll(createReadStream(given.slice(1))) : ok(given);
  } catch (thrown) {
    return err('file-unreadable', { detail: `--data: ${systemCode(thrown)}` });
  }
}

/**
 * Reads the JSON that was given to a command.
 * @param given JSON itself, `@FILE`, or `-` for stdin
 * @returns the value; 'invalid-input' where it is no JSON, 'file-unreadable' where it cannot be read
 */
export async function readGivenData(
  given: string,
  stdin: AsyncIterable<Buffer | string>,
): Promise<Result<unknown>> {
  const text = await toText(given, stdin);
  if (!text.ok) return text;
  try {
    // Editors on Windows put a byte order mark before the text.
    return ok(JSON.parse(text.value.replace(/^\uFEFF/, '')));
  } catch {
    // What the parser says would quote the text.
    return err('invalid-input', { detail: '--data: not JSON' });
  }
}
