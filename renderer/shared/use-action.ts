import { useState } from 'react';

/** State of an action of the user: whether it is running, and what to tell about the last one. */
export interface ActionRunner<Outcome> {
  readonly isBusy: boolean;
  /** Null while an action runs, and where the last one needs no message. */
  readonly outcome: Outcome | null;
  /** Runs an action, which returns its outcome and must not reject. Ignored while another one runs. */
  readonly act: (action: () => Promise<Outcome | null>) => void;
}

/** Runs one action at a time and keeps the outcome of the last one. */
export function useActionRunner<Outcome>(): ActionRunner<Outcome> {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function run(action: () => Promise<Outcome | null>): Promise<void> {
    setBusy(true);
    setOutcome(null);
    setOutcome(await action());
    setBusy(false);
  }

  return {
    isBusy,
    outcome,
    act: (action) => {
      if (!isBusy) void run(action);
    },
  };
}
