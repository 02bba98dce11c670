import { useState, type ReactNode } from 'react';
import type { Account } from '#contract/accounts.ts';
import type { AppError, Result } from '#contract/result.ts';

/** The properties of `ExportFields` and `ImportFields`. */
export interface TransferFieldsProps {
  readonly account: Pick<Account, 'id' | 'userId'>;
  readonly onBusy: (isBusy: boolean) => void;
  /** Called with a message about what was done, to be shown in place of the fields. */
  readonly onDone: (result: ReactNode) => void;
  readonly onClose: () => void;
}

/**
 * Runs an export or import once at a time, and holds its error.
 * @param describe returns what was done, to show; null where the user closed the system's dialog
 */
export function useAccountTransfer<T>(
  { onBusy, onDone }: Pick<TransferFieldsProps, 'onBusy' | 'onDone'>,
  describe: (done: T) => ReactNode,
) {
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function run(work: () => Promise<Result<T>>): Promise<void> {
    const tell = (isRunning: boolean): void => {
      setBusy(isRunning);
      onBusy(isRunning);
    };
    tell(true);
    setError(null);
    const done = await work();
    tell(false);
    if (!done.ok) return setError(done.error);
    const result = describe(done.value);
    if (result !== null) onDone(result);
  }
  return { error, isBusy, run };
}
