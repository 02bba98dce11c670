import type { ValidatedInput } from '#contract/api.ts';
import { recordOfWindowSchema } from '#contract/record-windows.ts';
import { err, ok } from '#contract/result.ts';
import { getCallingPage } from './calling-page.ts';
import type { ProgramWindows } from './window.ts';

/** Handles the procedures of windows that show one record, each for the window of the page that calls. */
export function createWindowHandlers(windows: Pick<ProgramWindows, 'show' | 'send' | 'caller' | 'records'>) {
  return {
    'windows.openRecord': async (record: ValidatedInput<'windows.openRecord'>) =>
      ok({ outcome: windows.records.open(record) }),
    'windows.getRecord': async () => ok({ record: windows.records.getRecord(getCallingPage()) }),
    'windows.noteId': async (input: ValidatedInput<'windows.noteId'>) => {
      const record = recordOfWindowSchema.safeParse(input);
      const shown = windows.records.getRecord(getCallingPage());
      if (!record.success || shown?.kind !== record.data.kind)
        return err('invalid-input', { detail: 'no record of this window' });
      windows.records.noteId(getCallingPage(), record.data);
      return ok({});
    },
    'windows.showInMain': async (place: ValidatedInput<'windows.showInMain'>) => {
      windows.show();
      windows.send('showPlace', place);
      return ok({});
    },
    'windows.close': async () => {
      windows.caller()?.close();
      return ok({});
    },
  };
}
