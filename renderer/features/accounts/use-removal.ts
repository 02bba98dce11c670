import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { CallOutput } from '#contract/api.ts';
import type { RemovalRequest } from '#contract/removal.ts';
import type { AppError, Result } from '#contract/result.ts';
import { getOpenAccountId } from '#renderer/state/sync/session.ts';
import { useStores } from '#renderer/state/use-stores.ts';

/** The step of the removal that the dialog waits for; null for none. */
export type RemovalProgress = 'looking' | 'sending' | 'deleting' | null;

interface RemovalOptions {
  /** The id of the account; null for all. */
  readonly account: string | null;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onClose: () => void;
}

/** Returns whether an account is open, so that its changes can be sent. */
export function useIsAccountOpen(account: string | null): boolean {
  const openId = useStore(useStores().session.store, ({ accounts }) => getOpenAccountId(accounts));
  return account !== null && openId === account;
}

/**
 * Loads what would be lost with an account, or with all.
 * @param options `onBusy` is told while files are deleted, `onClose` when that is done
 * @returns what was found, null while it is loaded or where it failed; and functions to send it or to delete it
 */
export function useAccountRemoval({ account, onBusy, onClose }: RemovalOptions) {
  const { session, health } = useStores();
  const [found, setFound] = useState<Result<CallOutput<'accounts.listContents'>> | null>(null);
  const [failure, setFailure] = useState<AppError | null>(null);
  const [step, setStep] = useState<RemovalProgress>(null);

  useEffect(() => {
    void session.listContents(account).then(setFound);
  }, [session, account]);

  async function send(): Promise<void> {
    setStep('sending');
    setFailure(null);
    await health.sync();
    setFound(await session.listContents(account));
    setStep(null);
  }
  async function look(): Promise<void> {
    setFailure(null);
    setFound(await session.listContents(account));
  }
  async function remove(request: RemovalRequest): Promise<void> {
    setStep('deleting');
    setFailure(null);
    onBusy(true);
    const failed = await session.remove(request);
    onBusy(false);
    if (failed === null) return onClose();
    setFound(await session.listContents(account));
    setFailure(failed);
    setStep(null);
  }
  const progress = found === null ? 'looking' : step;
  const contents = found?.ok === true ? found.value.contents : null;
  const error = failure ?? (found?.ok === false ? found.error : null);
  return { contents, error, progress, send, look, remove };
}
