import { useCallback, useEffect, useState } from 'react';
import type { RecordOfWindow } from '#contract/record-windows.ts';
import type { AppError, Result } from '#contract/result.ts';
import { getErrorSentence, useFirstText } from '#renderer/text/first-text.ts';
import { FailureScreen, UnknownScreenSkeleton } from './AppGate.tsx';

/** Which record the window shows: null in the main window, undefined until that is known. */
interface RecordOfWindowState {
  readonly record: RecordOfWindow | null | undefined;
  /** Why it could not be read; a window of one record must not become a main window. */
  readonly error: AppError | null;
  readonly load: () => void;
}

/** Hook that reads which record the window shows. */
export function useRecordOfWindow(
  read: () => Promise<Result<{ readonly record: RecordOfWindow | null }>>,
): RecordOfWindowState {
  const [record, setRecord] = useState<RecordOfWindow | null>();
  const [error, setError] = useState<AppError | null>(null);
  const load = useCallback(() => {
    void read().then((found) => {
      if (found.ok) setRecord(found.value.record);
      setError(found.ok ? null : found.error);
    });
  }, [read]);
  useEffect(load, [load]);
  return { record, error, load };
}

/** The screen that is shown until it is known which record the window shows, if any. */
export function UnknownWindow({ error, load }: RecordOfWindowState) {
  const text = useFirstText();
  return error === null ? (
    <UnknownScreenSkeleton />
  ) : (
    <FailureScreen
      title={text('failure.windowTitle')}
      safe={getErrorSentence(error)}
      action={{ label: text('failure.tryAgain'), run: load }}
    />
  );
}
