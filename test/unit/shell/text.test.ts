import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mainProcessTexts } from '#contract/text/de/system.ts';
import { buildContextMenu } from '#main/shell/context-menu.ts';
import { buildMenuTemplate } from '#main/shell/menu.ts';
import { askBeforeContactingNewHost } from '#main/shell/dialogs.ts';
import {
  setMainProcessLanguage,
  getMainProcessText,
  joinTextsAsList,
  setMainLanguageListener,
} from '#main/shell/text.ts';
import { toWindowTitleWithoutRecordName } from '#main/shell/window.ts';
import { fakeApp, lastAsk, resetElectron } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
afterEach(() => {
  resetElectron();
  setMainProcessLanguage('en');
});

function listLabels(platform: NodeJS.Platform): readonly string[] {
  const options = { onCommand: () => {}, onLock: () => {}, devTools: true };
  const flat = (item: MenuItemConstructorOptions): readonly MenuItemConstructorOptions[] => [
    item,
    ...(Array.isArray(item.submenu) ? item.submenu.flatMap(flat) : []),
  ];
  return buildMenuTemplate(options, platform)
    .flatMap(flat)
    .filter(({ type, role }) => type !== 'separator' && role !== 'appMenu')
    .map(({ label }) => label ?? '');
}

describe('what the main process shows', () => {
  it('is in the language of the system, unless another one is chosen', () => {
    fakeApp.systemLocale = 'de-AT';
    setMainProcessLanguage('system');
    expect(getMainProcessText('menu.file')).toBe('Datei');
    setMainProcessLanguage('en');
    expect(getMainProcessText('menu.file')).toBe('File');
  });

  it.each(['linux', 'darwin'] as const)(
    'has a German label for every entry of the menu on %s',
    (platform) => {
      setMainProcessLanguage('de');
      const german: ReadonlySet<string> = new Set<string>([
        ...Object.values(mainProcessTexts.menu),
        ...Object.values(mainProcessTexts.screen),
      ]);
      expect(listLabels(platform).filter((label) => !german.has(label))).toEqual([]);
    },
  );

  it('has German entries in the menu of a field', () => {
    setMainProcessLanguage('de');
    const allowed = { canUndo: true, canRedo: true, canCut: true, canCopy: true, canPaste: true };
    const items = buildContextMenu({
      isEditable: true,
      selectionText: '',
      editFlags: { ...allowed, canSelectAll: true, canDelete: true, canEditRichly: false },
    });
    expect(items.flatMap(({ label }) => label ?? [])).toEqual([
      'Rückgängig',
      'Wiederholen',
      'Ausschneiden',
      'Kopieren',
      'Einfügen',
      'Alles auswählen',
    ]);
  });

  it('counts and lists by the rules of the language', () => {
    setMainProcessLanguage('de');
    expect(getMainProcessText('dialog.quit.message', { count: 1 })).toBe('1 Änderung wurde nicht gesendet');
    expect(getMainProcessText('dialog.quit.message', { count: 1200 })).toBe(
      '1.200 Änderungen wurden nicht gesendet',
    );
    expect(joinTextsAsList(['2 Termine', '1 Nachricht'])).toBe('2 Termine, 1 Nachricht');
  });

  it('asks in the chosen language', async () => {
    setMainProcessLanguage('de');
    await askBeforeContactingNewHost('clinic.example.org', null);
    expect(lastAsk('dialog.showMessageBox')).toMatchObject([
      { message: 'Bei clinic.example.org anmelden?', buttons: ['Anmelden', 'Abbrechen'] },
    ]);
  });

  it('is made again after a change of the language only', () => {
    const onChanged = vi.fn();
    setMainLanguageListener(onChanged);
    setMainProcessLanguage('de');
    setMainProcessLanguage('de');
    expect(onChanged).toHaveBeenCalledTimes(1);
  });

  it('lets the window’s title name a screen in every language', () => {
    expect(toWindowTitleWithoutRecordName('Anforderungen – Intray')).toBe('Anforderungen – Intray');
    expect(toWindowTitleWithoutRecordName('Requisitions – Intray')).toBe('Requisitions – Intray');
    expect(toWindowTitleWithoutRecordName('Maria Gonzales – Intray')).toBe('Intray');
  });
});
