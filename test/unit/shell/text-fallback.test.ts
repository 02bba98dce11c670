import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { resetElectron } from '../../support/fake-electron.ts';

const GERMAN = '#contract/text/de/system.ts';

// Test files share their modules: those that know this catalog are loaded again before it, and forgotten after it.
vi.resetModules();
vi.doMock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
vi.doMock(GERMAN, () => ({
  mainProcessTexts: { menu: { file: 'Datei' }, dialog: { quit: { message_one: 'Eine Änderung' } } },
}));
const { getMainProcessText, listWindowNamesInAllLanguages, setMainProcessLanguage } = await import(
  '#main/shell/text.ts'
);

afterAll(() => {
  vi.doUnmock(GERMAN);
  vi.doUnmock('electron');
  vi.resetModules();
});
afterEach(() => {
  setMainProcessLanguage('en');
  resetElectron();
});

it('a sentence that a catalog of the main process lacks is shown in English, never as a key', () => {
  setMainProcessLanguage('de');
  expect(getMainProcessText('menu.file')).toBe('Datei');
  expect(getMainProcessText('menu.view')).toBe('View');
  expect(getMainProcessText('dialog.quit.message', { count: 1 })).toBe('Eine Änderung');
  expect(getMainProcessText('dialog.quit.message', { count: 2 })).toBe('2 changes have not been sent');
  expect(listWindowNamesInAllLanguages()).toContain('Requisitions');
});
