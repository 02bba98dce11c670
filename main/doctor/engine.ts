import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_KEYCHAIN_GENERATION_MARKER } from '#contract/generation-marker.ts';
import type { InternalProcedureName } from '#contract/internal-procedures.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import type { AppError, Result } from '#contract/result.ts';
import { getAccountFolder } from '#main/base/data-dir.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { createPassedResult, createFailedResult, type ComputerCheckResult } from './check-line.ts';

/** An engine over a folder of its own, which no account uses. */
export interface TemporaryCheckEngine {
  /** Runs a procedure or a control. Never rejects. */
  call(name: ProcedureName | InternalProcedureName, input: unknown): Promise<Result<unknown>>;
  close(): Promise<void>;
}

export type OpenTemporaryCheckEngine = (dataDir: string) => Promise<TemporaryCheckEngine>;

/** Begins every SQLite file that is not encrypted. */
const PLAIN = Buffer.from('SQLite format 3\0');

function describeError({ code, detail }: AppError): string {
  return detail === undefined ? code : `${code}: ${detail}`;
}

async function isPlain(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(PLAIN.length), 0, PLAIN.length, 0);
    return buffer.equals(PLAIN);
  } finally {
    await handle.close();
  }
}

/** Opens empty files twice and reads them in every thread. Returns the first error, or null. */
async function openTwice(
  engine: TemporaryCheckEngine,
  account: string,
  key: string,
): Promise<AppError | null> {
  const opening = {
    account,
    baseUrl: 'https://localhost',
    tokens: { accessToken: 'none', jwt: 'none' },
    key,
    lifetime: 'keep',
    userId: null,
    keychainMark: NO_KEYCHAIN_GENERATION_MARKER,
    keepsFresh: false,
  };
  const calls: readonly (readonly [ProcedureName | InternalProcedureName, unknown])[] = [
    ['engine.open', opening],
    // The threads that read the files: the cache's reader, the local store's, and that of the PDFs.
    ['quarantine.list', {}],
    ['views.list', {}],
    ['pdfs.usage', {}],
    ['engine.close', {}],
    ['engine.open', opening],
    ['engine.close', {}],
  ];
  for (const [name, input] of calls) {
    const answer = await engine.call(name, input);
    if (!answer.ok) return answer.error;
  }
  return null;
}

const REINSTALL = { key: 'database.advice' } as const;

/** Opens an encrypted database in the engine and its threads, in a folder that is removed again. */
export async function checkDatabaseInTemporaryFolder(
  engine: TemporaryCheckEngine,
  dataDir: string,
  random: RandomGenerator,
): Promise<ComputerCheckResult> {
  const account = random.hex(8);
  const error = await openTwice(engine, account, random.hex(32));
  if (error !== null)
    return createFailedResult(
      'database',
      { key: 'database.unusable', values: { error: describeError(error) } },
      REINSTALL,
    );
  const files = ['cache.db', 'local.db'].map((name) => join(getAccountFolder(dataDir, account), name));
  const plain = await Promise.all(files.map(isPlain));
  return plain.includes(true)
    ? createFailedResult('database', { key: 'database.plain' }, REINSTALL)
    : createPassedResult('database', { key: 'database.encrypted' });
}

/**
 * Runs the work with an engine over a temporary folder, which is removed at the end.
 * @param temporary the folder for temporary files
 * @returns the result of the work, or the system's code where the folder or the engine could not be made
 */
export async function withTemporaryCheckEngine<T>(
  openEngine: OpenTemporaryCheckEngine,
  temporary: string,
  work: (engine: TemporaryCheckEngine, dataDir: string) => Promise<T>,
): Promise<T | { readonly failure: string }> {
  let folder: string | null = null;
  let engine: TemporaryCheckEngine | null = null;
  try {
    folder = await mkdtemp(join(temporary, 'intray-check-'));
    engine = await openEngine(folder);
    return await work(engine, folder);
  } catch (thrown) {
    return { failure: getSystemErrorCode(thrown) };
  } finally {
    await engine?.close();
    if (folder !== null) await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {}); // a folder for temporary files is emptied by the system
  }
}
