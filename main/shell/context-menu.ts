import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron';
import { getMainProcessText } from './text.ts';

/** The facts about the clicked place on which the context menu depends. */
export type ContextMenuTarget = Pick<ContextMenuParams, 'isEditable' | 'editFlags' | 'selectionText'>;

/**
 * Returns the menu for the place that was clicked: editing in a field, copying elsewhere. Electron has no menu
 * of its own. Empty where there is nothing to do.
 */
export function buildContextMenu({
  isEditable,
  editFlags,
  selectionText,
}: ContextMenuTarget): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  if (!isEditable) {
    const isSelected = selectionText.trim() !== '' && editFlags.canCopy;
    return isSelected ? [{ role: 'copy', label: getMainProcessText('menu.copy') }] : [];
  }
  return [
    { role: 'undo', label: getMainProcessText('menu.undo'), enabled: editFlags.canUndo },
    { role: 'redo', label: getMainProcessText('menu.redo'), enabled: editFlags.canRedo },
    separator,
    { role: 'cut', label: getMainProcessText('menu.cut'), enabled: editFlags.canCut },
    { role: 'copy', label: getMainProcessText('menu.copy'), enabled: editFlags.canCopy },
    { role: 'paste', label: getMainProcessText('menu.paste'), enabled: editFlags.canPaste },
    separator,
    { role: 'selectAll', label: getMainProcessText('menu.selectAll'), enabled: editFlags.canSelectAll },
  ];
}

/** Shows a context menu on right click and on the menu key. */
export function installContextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, params) => {
    const template = buildContextMenu(params);
    if (template.length === 0) return;
    const { menuSourceType, x, y } = params;
    // The menu key opens it at the caret, the mouse at the pointer.
    const place = menuSourceType === 'keyboard' ? { x, y } : {};
    Menu.buildFromTemplate(template).popup({ window, sourceType: menuSourceType, ...place });
  });
}
