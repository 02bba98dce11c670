import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CheckLine } from '#contract/computer-check.ts';
import type { Policy, PolicyStatus } from '#contract/policy.ts';
import type { AppError } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';

/** The policy of this computer, and the check that the user has asked for. */
export interface ComputerPolicyAndCheckState {
  /** The policy of this computer; null until it is known. */
  readonly status: PolicyStatus | null;
  /** Why the policy could not be read; null if it was. */
  readonly readError: AppError | null;
  /** The report of the last check; null while one runs and before the first. */
  readonly report: readonly CheckLine[] | null;
  /** Why the last check produced no report; null if it did. */
  readonly error: AppError | null;
  readonly isCheckShown: boolean;
}

export interface ComputerPolicyAndCheckStore {
  readonly store: StoreApi<ComputerPolicyAndCheckState>;
  readonly load: () => Promise<void>;
  /** Shows the dialog and runs a new check, or hides the dialog. */
  readonly showCheck: (isShown: boolean) => void;
}

/** Returns the policy, or null until it is known. */
export function getPolicy({ status }: ComputerPolicyAndCheckState): Policy | null {
  return status?.policy ?? null;
}

/** Returns whether PDFs may be saved; until the policy is known, what applies without one. */
export function maySavePdfs(state: ComputerPolicyAndCheckState): boolean {
  return getPolicy(state)?.savePdfs ?? true;
}

/** Creates the store of what is known about this computer. */
export function createComputerPolicyAndCheckStore(calls: ProcedureCalls): ComputerPolicyAndCheckStore {
  const store = createStore<ComputerPolicyAndCheckState>(() => ({
    status: null,
    readError: null,
    report: null,
    error: null,
    isCheckShown: false,
  }));
  let runs = 0;

  async function check(): Promise<void> {
    runs += 1;
    const run = runs;
    store.setState({ report: null, error: null });
    const answer = await calls['computer.check']({});
    // A newer check has started, because the dialog was opened again meanwhile.
    if (run !== runs) return;
    store.setState(answer.ok ? { report: answer.value.lines } : { error: answer.error });
  }

  return {
    store,
    load: async () => {
      const answer = await calls['policy.get']({});
      store.setState(answer.ok ? { status: answer.value, readError: null } : { readError: answer.error });
    },
    showCheck: (isCheckShown) => {
      store.setState({ isCheckShown });
      if (isCheckShown) void check();
    },
  };
}
