import { getScreenCommandId, SCREENS } from '#contract/screens.ts';
import type { AnyCommandId } from './command.ts';

/** A command with its keys. What it does is in `first-commands.ts` and `commands.ts`: keys are known before that is read. */
interface AppCommand {
  readonly id: AnyCommandId;
  readonly group: 'move' | 'record' | 'go' | 'app';
  /** As shown in the list of shortcuts, for example `Ctrl+1` or `J`. */
  readonly keys: readonly string[];
  /** The keys on a Mac, if they are others: there Alt with an arrow moves in a text. */
  readonly macKeys?: readonly string[];
  /** Whether a held key runs it again and again. Only what moves may: a held key must never do a second action. */
  readonly mayRepeat?: true;
}

function toScreenCommand(screen: (typeof SCREENS)[number]): AppCommand {
  const { id, key } = screen;
  return { id: getScreenCommandId(id), group: 'go', keys: 'letter' in screen ? [key, screen.letter] : [key] };
}

/** All commands, in the order of the list of shortcuts. */
export const APP_COMMANDS: readonly AppCommand[] = [
  { id: 'list.next', group: 'move', keys: ['J'], mayRepeat: true },
  { id: 'list.previous', group: 'move', keys: ['K'], mayRepeat: true },
  { id: 'record.open', group: 'move', keys: ['O'] },
  { id: 'record.back', group: 'move', keys: ['Escape'] },
  { id: 'row.pick', group: 'move', keys: ['X'] },
  { id: 'list.extendNext', group: 'move', keys: ['Shift+J'], mayRepeat: true },
  { id: 'list.extendPrevious', group: 'move', keys: ['Shift+K'], mayRepeat: true },
  { id: 'list.pickAll', group: 'move', keys: ['Ctrl+A'] },
  { id: 'list.goToDate', group: 'move', keys: ['G'] },
  { id: 'search.focus', group: 'move', keys: ['/', 'Ctrl+F'] },
  { id: 'review.mark', group: 'record', keys: ['E'] },
  { id: 'review.add', group: 'record', keys: ['Shift+E'] },
  { id: 'review.showMine', group: 'go', keys: ['M'] },
  { id: 'mark.undo', group: 'record', keys: ['Ctrl+Z'] },
  { id: 'record.print', group: 'record', keys: ['Ctrl+P'] },
  { id: 'record.wide', group: 'record', keys: ['W'] },
  { id: 'record.window', group: 'record', keys: ['Shift+O'] },
  { id: 'record.new', group: 'record', keys: ['N'] },
  { id: 'notification.read', group: 'record', keys: ['Shift+I'] },
  { id: 'notification.unread', group: 'record', keys: ['Shift+U'] },
  { id: 'notification.snooze', group: 'record', keys: ['B'] },
  { id: 'history.back', group: 'go', keys: ['Alt+ArrowLeft'], macKeys: ['Ctrl+['] },
  { id: 'history.forward', group: 'go', keys: ['Alt+ArrowRight'], macKeys: ['Ctrl+]'] },
  ...SCREENS.map(toScreenCommand),
  { id: 'sync.now', group: 'app', keys: ['F5'] },
  { id: 'palette.open', group: 'app', keys: ['Ctrl+K'] },
  { id: 'account.switch', group: 'app', keys: [] },
  { id: 'window.lock', group: 'app', keys: ['Ctrl+L'] },
  { id: 'window.close', group: 'app', keys: ['Ctrl+W'] },
  { id: 'pane.next', group: 'app', keys: ['F6'] },
  { id: 'pane.previous', group: 'app', keys: ['Shift+F6'] },
  { id: 'rail.toggle', group: 'app', keys: ['Ctrl+B'] },
  { id: 'help.open', group: 'app', keys: ['F1'] },
  { id: 'help.news', group: 'app', keys: [] },
  { id: 'help.about', group: 'app', keys: [] },
  { id: 'help.support', group: 'app', keys: [] },
  { id: 'help.keys', group: 'app', keys: ['?'] },
  { id: 'help.tour', group: 'app', keys: [] },
  { id: 'help.check', group: 'app', keys: [] },
  { id: 'help.updates', group: 'app', keys: [] },
];

const REPEATING: ReadonlySet<AnyCommandId> = new Set(
  APP_COMMANDS.filter((command) => command.mayRepeat === true).map(({ id }) => id),
);

/** Returns whether a held key runs a command again and again. */
export function mayRepeat(id: AnyCommandId): boolean {
  return REPEATING.has(id);
}
