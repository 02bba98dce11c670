import type { InternalProcedureName } from '#contract/internal-procedures.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import { err, type Result } from '#contract/result.ts';
import { shareResultOfRunningCall } from '#main/base/async.ts';
import type { ChildPort } from '#main/base/port.ts';
import { createRpcClient } from '#main/base/rpc.ts';
import type { ComputerCheckResult } from '#main/doctor/check-line.ts';
import { checkComputer, type ComputerCheckDeps } from '#main/doctor/check-computer.ts';
import type { OpenTemporaryCheckEngine } from '#main/doctor/engine.ts';
import { readCurrentBaseAddress } from '#main/vault/accounts.ts';

export interface ComputerCheckerDeps extends Omit<ComputerCheckDeps, 'address' | 'openEngine'> {
  /** Starts an engine's process over a data folder. */
  readonly forkEngine: (dataDir: string) => ChildPort;
}

/** Returns the function that starts an engine in a process of its own. */
function createEngineOpener(forkEngine: ComputerCheckerDeps['forkEngine']): OpenTemporaryCheckEngine {
  return async (dataDir) => {
    const child = forkEngine(dataDir);
    const client = createRpcClient(child);
    const exited = new Promise<void>((resolve) => child.onExit(() => resolve()));
    void exited.then(() => client.close('the engine of the check has ended'));
    return {
      call: async (name: ProcedureName | InternalProcedureName, input: unknown) => {
        try {
          return (await client.call(name, input)) as Result<unknown>; // The engine returns nothing else.
        } catch {
          return err('engine-down');
        }
      },
      close: () => {
        child.kill();
        return exited;
      },
    };
  };
}

/**
 * Returns the function that checks this computer, with an engine and a keychain process of its own, so that it
 * works where those of the window do not. Calls during a check share its report.
 */
export function createComputerChecker({
  forkEngine,
  ...rest
}: ComputerCheckerDeps): () => Promise<readonly ComputerCheckResult[]> {
  return shareResultOfRunningCall(() =>
    checkComputer({
      ...rest,
      address: rest.policy.policy.baseUrl ?? readCurrentBaseAddress(rest.dataDir),
      openEngine: createEngineOpener(forkEngine),
    }),
  );
}
