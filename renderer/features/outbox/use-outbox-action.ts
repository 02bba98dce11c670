import { useState } from 'react';
import type { AppError } from '#contract/result.ts';

/** State of an outbox action: whether it is running, and its error. */
export interface ActionState {
  readonly isBusy: boolean;
  readonly problem: AppError | null;
  readonly act: (action: () => Promise<AppError | null>) => void;
}

/** Runs one action at a time and keeps the error of the last one. */
export function useOutboxAction(): ActionState {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AppError | null>(null);

  async function run(action: () => Promise<AppError | null>): Promise<void> {
    setBusy(true);
    setProblem(await action());
    setBusy(false);
  }

  return {
    isBusy,
    problem,
    act: (action) => {
      if (!isBusy) void run(action);
    },
  };
}
