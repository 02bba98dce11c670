import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  POLICY_FOR_UNUSABLE_FILE,
  POLICY_WITHOUT_FILE,
  type Policy,
  type PolicyFileContent,
  type PolicyProblem,
  type PolicyStatus,
} from '#contract/policy.ts';
import { readJsonFile, writeJsonFile } from '#main/base/json-file.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import { parsePolicy, type ParsePolicyResult } from './parse-policy.ts';
import type { PolicyFileAndRightsChecks } from './source.ts';

const MAXIMUM_BYTES = 64 * 1024;
/** The last policy that could be used, in the user's data folder. */
const LAST_GOOD = 'policy.last-good.json';

function refuse(reason: string): ParsePolicyResult {
  return { ok: false, problems: [{ line: null, reason }] };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Reads the file of the system; null where there is none. */
function readFile({ file, findRightsProblem }: PolicyFileAndRightsChecks): ParsePolicyResult | null {
  try {
    // For a link, this is the size of the link itself; the check of the rights refuses it.
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    const problem = findRightsProblem(file);
    if (problem !== null) return refuse(problem);
    if (stats.size > MAXIMUM_BYTES) return refuse('it is larger than 64 KiB');
    const text = decode(readFileSync(file));
    return text === null ? refuse('it is not UTF-8 text') : parsePolicy(text);
  } catch (thrown) {
    // ENOENT here is not of a missing file: the program of the system that reads the rights may be missing.
    return refuse(`it or its access rights cannot be read (${getSystemErrorCode(thrown)})`);
  }
}

function toPolicy({ $schema: _schema, ...file }: PolicyFileContent & { readonly $schema?: string }): Policy {
  const policy = { ...POLICY_WITHOUT_FILE, ...file } as Policy; // A missing entry of the file is absent, never undefined.
  return { ...policy, baseUrl: policy.baseUrl === null ? null : new URL(policy.baseUrl).origin };
}

function readLastGood(dataDir: string): PolicyFileContent | null {
  const reading = readJsonFile(join(dataDir, LAST_GOOD));
  const parsed = parsePolicy(JSON.stringify(reading.state === 'found' ? reading.value : null));
  return parsed.ok ? parsed.file : null;
}

/**
 * Reads the policy of this computer. Never throws. A file that cannot be used leaves the last usable one
 * in force; without one the strictest values apply.
 * @param dataDir the user's data folder, where the last usable policy is kept
 */
export function readPolicy(source: PolicyFileAndRightsChecks, dataDir: string): PolicyStatus {
  const { file } = source;
  const read = readFile(source);
  if (read === null) return { policy: POLICY_WITHOUT_FILE, source: 'none', file, problems: [] };
  if (read.ok) return { policy: toPolicy(read.file), source: 'file', file, problems: [] };
  const problems: readonly PolicyProblem[] = read.problems;
  const before = readLastGood(dataDir);
  return before === null
    ? { policy: POLICY_FOR_UNUSABLE_FILE, source: 'strict', file, problems }
    : { policy: toPolicy(before), source: 'last-good', file, problems };
}

/** Returns a file that says the same as a policy, in the form in which `parsePolicy` accepts it. */
function toPolicyFile({ baseUrl, updates, recoveryKey, retention, ...entries }: Policy): object {
  return {
    ...entries,
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(recoveryKey === null ? {} : { recoveryKey }),
    ...(retention === null ? {} : { retention }),
    ...(updates === null ? {} : { updates: updates.mode === 'off' ? { mode: updates.mode } : updates }),
  };
}

/**
 * Saves a copy of a policy that was read from its file, which `readPolicy` uses where that file cannot be used;
 * removes the copy where there is no file. Only for a data folder that this program may use; failures are
 * logged.
 */
export function saveLastGoodPolicy({ policy, source }: PolicyStatus, dataDir: string, log: Log): void {
  const kept = join(dataDir, LAST_GOOD);
  try {
    if (source === 'none') rmSync(kept, { force: true });
    if (source !== 'file') return;
    const file = toPolicyFile(policy);
    const before = readJsonFile(kept);
    // Every command reads the policy: the same one is not written again.
    const isKept = before.state === 'found' && isDeepStrictEqual(before.value, file);
    if (!isKept) writeJsonFile(kept, file);
  } catch (thrown) {
    log.warn('the policy could not be kept for later', { thrown: describeThrown(thrown) });
  }
}
