import { useEffect, useState } from 'react';
import type { RecordOfWindow } from '#contract/record-windows.ts';
import type { Result } from '#contract/result.ts';

/** Hook that reads which record the window shows: null in the main window, undefined until that is known. */
export function useRecordOfWindow(
  read: () => Promise<Result<{ readonly record: RecordOfWindow | null }>>,
): RecordOfWindow | null | undefined {
  const [record, setRecord] = useState<RecordOfWindow | null>();
  useEffect(() => {
    void read().then((found) => setRecord(found.ok ? found.value.record : null));
  }, [read]);
  return record;
}
