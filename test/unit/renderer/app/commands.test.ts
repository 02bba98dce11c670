import { describe, expect, it } from 'vitest';
import { MENU_COMMAND_IDS, getScreenCommandId, SCREENS } from '#contract/screens.ts';
import { APP_COMMANDS } from '#renderer/app/command-keys.ts';
import { runAppCommand } from '#renderer/app/commands.ts';
import { createKeyBindings, findKeyProblem, isSingleCharacterKey } from '#renderer/app/key-bindings.ts';
import { toKeyCombinationName } from '#renderer/app/keys.ts';
import { createStores } from '#renderer/state/stores.ts';
import { testPage } from '../../../support/page/page.ts';
import { SIGNED_OUT } from '../../../support/values.ts';

const bindings = createKeyBindings({ singleKeys: true, keys: {} });
const press = (key: string, own: Partial<Parameters<typeof toKeyCombinationName>[0]> = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...own,
});

describe('the command registry', () => {
  it('contains every command once, and all that the native menu may send', () => {
    const ids = APP_COMMANDS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(MENU_COMMAND_IDS.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('assigns every key to one command only', () => {
    for (const isMac of [false, true]) {
      const { getKeys } = createKeyBindings({ singleKeys: true, keys: {} }, isMac);
      const keys = APP_COMMANDS.flatMap(({ id }) => getKeys(id));
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    }
  });

  it('writes keys in the form of a key press', () => {
    const names = APP_COMMANDS.flatMap(({ id }) => bindings.getKeys(id));
    expect(
      names.filter(
        (name) => !/^(Ctrl\+)?(Alt\+)?(Shift\+)?([A-Z]|[^A-Za-z]|F\d|Escape|Arrow\w+)$/.test(name),
      ),
    ).toEqual([]);
  });
});

describe('a key press', () => {
  it('is named by its modifiers and its character', () => {
    expect(toKeyCombinationName(press('j'))).toBe('J');
    expect(toKeyCombinationName(press('1', { ctrlKey: true }))).toBe('Ctrl+1');
    expect(toKeyCombinationName(press(',', { metaKey: true }))).toBe('Ctrl+,');
    expect(toKeyCombinationName(press('F6', { shiftKey: true }))).toBe('Shift+F6');
  });

  it('is its character alone if Shift only produces the character', () => {
    expect(toKeyCombinationName(press('?', { shiftKey: true }))).toBe('?');
    expect(toKeyCombinationName(press('/', { shiftKey: true }))).toBe('/');
  });

  it('of a letter is named by its physical position if the layout has no Latin letters', () => {
    expect(toKeyCombinationName(press('о', { code: 'KeyJ' }))).toBe('J');
    expect(toKeyCombinationName(press('ξ', { code: 'KeyJ' }))).toBe('J');
    expect(toKeyCombinationName(press('ت', { code: 'KeyJ' }))).toBe('J');
    expect(toKeyCombinationName(press('ф', { code: 'KeyA', ctrlKey: true }))).toBe('Ctrl+A');
    expect(toKeyCombinationName(press('Ш', { code: 'KeyI', shiftKey: true }))).toBe('Shift+I');
  });

  it('of a Latin letter stays the letter, wherever its key is', () => {
    expect(toKeyCombinationName(press('q', { code: 'KeyA' }))).toBe('Q');
    expect(toKeyCombinationName(press('ö', { code: 'KeyJ' }))).toBe('ö');
  });

  it('with Shift or Alt is not the bare letter', () => {
    expect(bindings.findCommand(toKeyCombinationName(press('R', { shiftKey: true })))).toBeUndefined();
    expect(bindings.findCommand(toKeyCombinationName(press('j', { altKey: true })))).toBeUndefined();
  });

  it('counts as bare when it is a single character', () => {
    expect(['J', '/', '?', 'Shift+I'].every(isSingleCharacterKey)).toBe(true);
    expect(['F5', 'Shift+F6', 'Ctrl+1', 'Escape'].some(isSingleCharacterKey)).toBe(false);
  });
});

describe('the keys of commands', () => {
  it('have no single characters when these are turned off', () => {
    const off = createKeyBindings({ singleKeys: false, keys: { 'review.mark': 'Ctrl+Shift+E' } });
    expect(APP_COMMANDS.flatMap(({ id }) => off.getKeys(id)).filter(isSingleCharacterKey)).toEqual([]);
    expect(off.findCommand('J')).toBeUndefined();
    expect(off.getKeys('search.focus')).toEqual(['Ctrl+F']);
    expect(off.findCommand('Ctrl+Shift+E')).toBe('review.mark');
  });

  it('are replaced by the one that the user has chosen, but for those of the native menu', () => {
    const own = createKeyBindings({ singleKeys: true, keys: { 'review.mark': 'R', 'sync.now': 'F9' } });
    expect(own.getKeys('review.mark')).toEqual(['R']);
    expect(own.findCommand('E')).toBeUndefined();
    expect(own.getKeys('sync.now')).toEqual(['F5']);
  });

  it('are refused where they are reserved or another command has them', () => {
    expect(findKeyProblem(bindings, 'review.mark', 'R')).toBeNull();
    expect(findKeyProblem(bindings, 'review.mark', 'E')).toBeNull();
    expect(findKeyProblem(bindings, 'review.mark', 'J')).toEqual({ why: 'taken', by: 'list.next' });
    const reserved = ['Tab', 'Shift+ArrowDown', 'Escape', ' ', 'Ctrl+C'];
    const problems = reserved.map((key) => findKeyProblem(bindings, 'review.mark', key));
    expect(problems).toEqual(reserved.map(() => ({ why: 'reserved' })));
  });

  it('are refused where single letters are turned off: another command may have the letter', () => {
    const off = createKeyBindings({ singleKeys: false, keys: {} });
    expect(findKeyProblem(off, 'review.mark', 'J')).toEqual({ why: 'reserved' });
    expect(findKeyProblem(off, 'review.mark', 'Ctrl+J')).toBeNull();
  });
});

describe('commands', () => {
  it('open their screens', () => {
    const app = createStores(testPage().bridge);
    // The program starts on the first screen; backwards, each command leads to another screen than the one before.
    for (const { id } of SCREENS.toReversed()) {
      runAppCommand(app, getScreenCommandId(id));
      expect(app.view.store.getState().screen).toBe(id);
    }
  });

  it('select no row that is hidden by the page of one id, and Escape closes that page', () => {
    const page = testPage();
    const app = createStores(page.bridge);
    app.browsers.requisition.open('req_1');
    app.browsers.notification.open('notf_1');
    for (const screen of ['requisitions', 'notifications'] as const) {
      app.view.go(screen);
      app.view.openRelated('user_1');
      const before = page.asked.length;
      for (const id of ['review.mark', 'row.pick', 'list.pickAll', 'notification.read'] as const)
        runAppCommand(app, id);
      expect(page.asked).toHaveLength(before);
      expect(app.worklist.selection.store.getState().ids.size).toBe(0);
      runAppCommand(app, 'record.back');
      expect(app.view.store.getState()).toMatchObject({ screen, relatedRecords: null });
      expect(app.browsers.requisition.currentRow.getState().opened).toBe(true);
    }
  });

  it('do nothing when they are not available', () => {
    const page = testPage({ accounts: SIGNED_OUT });
    const app = createStores(page.bridge);
    app.view.go('settings');
    for (const id of ['list.next', 'record.open', 'record.back', 'sync.now'] as const) runAppCommand(app, id);
    expect(page.asked).toEqual([]);
  });
});
