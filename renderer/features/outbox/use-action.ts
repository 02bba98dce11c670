import { useState } from 'react';
import type { AppError } from '#contract/result.ts';

/** Something that was asked of the outbox: whether it is on its way, and what went wrong. */
export interface Acting {
  readonly isBusy: boolean;
  readonly problem: AppError | null;
  readonly act: (action: () => Promise<AppError | null>) => void;
}

/** Runs one action at a time and keeps what went wrong with the last one. */
export function useAct(): Acting {
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
