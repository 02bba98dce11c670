import { z } from 'zod';
import { formatCheckLine } from '#contract/computer-check.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { silentLog } from '#main/base/log.ts';
import { checkComputer } from '#main/doctor/check-computer.ts';
import type { OpenTemporaryCheckEngine } from '#main/doctor/engine.ts';
import { writeReport } from '#main/doctor/write-report.ts';
import { createEngine } from '#main/engine/engine.ts';
import { readPolicy } from '#main/policy/read-policy.ts';
import { readCurrentBaseAddress } from '#main/vault/accounts.ts';
import { defineCommand, type CliCommand, type CommandContext, type CommandEnvironment } from './command.ts';
import { getProxyRule } from './proxy.ts';

/** Returns the function that starts an engine in this process, with threads of its own. */
function createEngineOpener({
  clock,
  random,
  startWorker,
  startPdfWorker,
}: CommandEnvironment): OpenTemporaryCheckEngine {
  return async (dataDir) => {
    const engine = createEngine({
      dataDir,
      clock,
      random,
      startWorker,
      startPdfWorker,
      log: silentLog,
      role: 'command',
      run: random.hex(8),
      isStrict: false,
      emit: () => {},
      saveMarker: async () => false,
      saveAccessHead: async () => false,
    });
    await engine.start();
    return { call: (name, input) => engine.handle(name, input), close: () => engine.close() };
  };
}

/**
 * Checks this computer and prints a line for each thing that Intray needs. It takes no data folder into use and
 * needs no account.
 */
async function runDoctor({ environment, output, dataDir, isJson }: CommandContext): Promise<Result<void>> {
  const { variables, version, forkKeychain, clock, random } = environment;
  const policy = readPolicy(environment.policySource, dataDir);
  const findings = await checkComputer({
    version,
    dataDir,
    policy,
    variables,
    clock,
    random,
    forkKeychain,
    address: policy.policy.baseUrl ?? readCurrentBaseAddress(dataDir),
    getProxyRule: async (address) => getProxyRule(address, variables),
    openEngine: createEngineOpener(environment),
  });
  const lines = writeReport(findings, 'en');
  await output.write(
    isJson ? `${JSON.stringify({ lines })}\n` : `${lines.map((line) => formatCheckLine(line)).join('\n')}\n`,
  );
  const count = lines.filter(({ state }) => state === 'wrong').length;
  return count === 0
    ? ok(undefined)
    : err('check-failed', { detail: `${count} of ${lines.length} checks failed` });
}

export const DOCTOR_COMMAND: CliCommand = defineCommand({
  name: ['doctor'],
  about: 'Check what Intray needs of this computer; nothing about patients is printed.',
  parameters: [],
  options: [],
  input: z.strictObject({}),
  run: runDoctor,
});
