import { afterEach, expect, it, vi } from 'vitest';
import { askUserToConfirm, dismissDialogs, showOpenDialog, showSaveDialog } from '#main/shell/dialogs.ts';
import { fakeAnswer, fakeFiles, lastAsk, resetElectron } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
afterEach(resetElectron);

const QUESTION = { type: 'question', message: 'Send?', detail: '', yes: 'Send', no: 'Cancel' } as const;

it('a question that is open when the window locks is closed and counts as refused', async () => {
  fakeAnswer.button = 0;
  expect(await askUserToConfirm(QUESTION, null)).toBe(true);
  const asked = askUserToConfirm(QUESTION, null);
  dismissDialogs();
  expect(await asked).toBe(false);
  const [{ signal }] = lastAsk('dialog.showMessageBox') as readonly [{ readonly signal: AbortSignal }];
  expect(signal.aborted).toBe(true);
});

it('a save dialog that is open when the window locks saves nothing, whatever the user chooses later', async () => {
  fakeFiles.saveTo = '/home/nurse/a.pdf';
  const chosen = showSaveDialog('a.pdf', null);
  dismissDialogs();
  expect(await chosen).toBeNull();
  expect(await showSaveDialog('a.pdf', null)).toBe('/home/nurse/a.pdf');
});

it('a dialog for an existing file that is open when the window locks chooses none, whatever the user chooses later', async () => {
  fakeFiles.saveTo = '/home/nurse/a.intray-export';
  const chosen = showOpenDialog('.intray-export', null);
  dismissDialogs();
  expect(await chosen).toBeNull();
  expect(await showOpenDialog('.intray-export', null)).toBe('/home/nurse/a.intray-export');
});

it.each([
  ['.pdf', { name: 'PDF', extensions: ['pdf'] }],
  ['.ics', { name: 'iCalendar', extensions: ['ics'] }],
  ['.intray-export', { name: 'Intray export', extensions: ['intray-export'] }],
])('a file dialog for %s shows only files of that type, and its name', async (ending, filter) => {
  await showSaveDialog(`a${ending}`, null);
  await showOpenDialog(ending, null);
  expect(lastAsk('dialog.showSaveDialog')).toMatchObject([{ filters: [filter] }]);
  expect(lastAsk('dialog.showOpenDialog')).toMatchObject([{ filters: [filter] }]);
});
