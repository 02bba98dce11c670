import { release, arch, tmpdir } from 'node:os';
import type { ComputerCheckId } from '#contract/computer-check.ts';
import type { Policy, PolicyStatus, PolicyProblem } from '#contract/policy.ts';
import type { Clock } from '#main/base/clock.ts';
import type { ChildPort } from '#main/base/port.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { EnvironmentVariables } from '#main/vault/variables.ts';
import {
  checkDatabaseInTemporaryFolder,
  withTemporaryCheckEngine,
  type OpenTemporaryCheckEngine,
} from './engine.ts';
import { checkDataFolder } from './folder.ts';
import { checkKeychain } from './keychain.ts';
import {
  createPassedResult,
  createSkippedResult,
  createFailedResult,
  type ComputerCheckResult,
} from './check-line.ts';
import { checkPdfProgram, checkPrinting } from './printing.ts';
import { runProgram } from './program-output.ts';
import { checkSandbox, getSandboxFacts } from './sandbox.ts';
import { checkProxyServiceAndClock } from './service.ts';
import type { CheckSentence } from './text.ts';

const INSTEAD = { 'last-good': 'policy.lastGood', strict: 'policy.strict' } as const;

function describeProblem({ line, reason }: PolicyProblem): CheckSentence {
  return line === null ? reason : { key: 'policy.problemAt', values: { line, reason } };
}

/** Returns what the policy that holds says of the lock: where its file cannot be used, that cannot be looked up there. */
function describeLock({ lockAfterMinutes, requirePin }: Policy): readonly CheckSentence[] {
  const time = { amount: lockAfterMinutes, unit: 'minute' } as const;
  return [{ key: 'policy.lock', values: { time } }, ...(requirePin ? [{ key: 'policy.pin' } as const] : [])];
}

/** Returns the result that says which policy applies and what is wrong with its file. */
export function checkPolicy({ policy, source, file, problems }: PolicyStatus): ComputerCheckResult {
  switch (source) {
    case 'none':
      return createPassedResult('policy', { key: 'policy.none', values: { file } });
    case 'file':
      return createPassedResult('policy', { key: 'policy.applies', values: { file } });
    case 'last-good':
    case 'strict':
      return createFailedResult(
        'policy',
        { key: 'policy.unusable', values: { file, problems: problems.map(describeProblem) } },
        { key: INSTEAD[source] },
        ...describeLock(policy),
        { key: 'policy.advice' },
      );
  }
}

/** What a check needs of the program that runs it. */
export interface ComputerCheckDeps {
  /** The version of Intray. */
  readonly version: string;
  readonly dataDir: string;
  readonly policy: PolicyStatus;
  readonly variables: EnvironmentVariables;
  /** Base address of an account or of the policy; null where there is none. */
  readonly address: string | null;
  /** Returns the system's proxy rule for an address. */
  readonly getProxyRule: (address: string) => Promise<string>;
  readonly forkKeychain: () => ChildPort;
  readonly openEngine: OpenTemporaryCheckEngine;
  readonly clock: Clock;
  readonly random: RandomGenerator;
}

function describeVersions(version: string): ComputerCheckResult {
  const { electron, chrome, node } = process.versions;
  const parts = [
    `Intray ${version}`,
    ...(electron === undefined ? [] : [`Electron ${electron}`, `Chromium ${chrome ?? 'unknown'}`]),
    `Node ${node}`,
    `${process.platform} ${release()} ${arch()}`,
  ];
  return createPassedResult('versions', `${parts.join(', ')}.`);
}

/** Runs one check. A check that throws becomes a line of the report and does not stop the others. */
async function attempt(
  id: ComputerCheckId,
  check: () => Promise<ComputerCheckResult> | ComputerCheckResult,
): Promise<ComputerCheckResult> {
  try {
    return await check();
  } catch {
    return createSkippedResult(id, { key: 'failed' });
  }
}

/** The checks that need an engine. */
async function checkWithEngine(options: ComputerCheckDeps): Promise<readonly ComputerCheckResult[]> {
  const { random, clock, address, getProxyRule, openEngine } = options;
  const lines = await withTemporaryCheckEngine(openEngine, tmpdir(), async (engine, dataDir) => [
    await attempt('database', () => checkDatabaseInTemporaryFolder(engine, dataDir, random)),
    ...(await checkProxyServiceAndClock(engine, address, getProxyRule, clock)),
  ]);
  if (!('failure' in lines)) return lines;
  const values = { folder: tmpdir(), code: lines.failure };
  const found = { key: 'noEngine', values } as const;
  return [
    createFailedResult('database', found, { key: 'noEngineAdvice' }),
    createSkippedResult('proxy', found),
    createSkippedResult('service', found),
    createSkippedResult('clock', found),
  ];
}

/**
 * Checks what Intray needs of this computer. Never rejects. The report says nothing about patients and contains
 * no secret; nothing is left behind on the disk, and one request without credentials is sent to the service.
 */
export async function checkComputer(options: ComputerCheckDeps): Promise<readonly ComputerCheckResult[]> {
  const { version, dataDir, policy, variables, clock, forkKeychain } = options;
  const { platform } = process;
  const lines = await Promise.all([
    attempt('versions', () => describeVersions(version)),
    attempt('policy', () => checkPolicy(policy)),
    attempt('folder', () => checkDataFolder(dataDir, platform)),
    attempt('keychain', () => checkKeychain({ forkChild: forkKeychain, clock }, variables, platform)),
    checkWithEngine(options),
    attempt('sandbox', () => checkSandbox(getSandboxFacts())),
    attempt('printing', () => checkPrinting(platform, runProgram)),
    attempt('pdf-program', () => checkPdfProgram(platform, runProgram)),
  ]);
  return lines.flat();
}
