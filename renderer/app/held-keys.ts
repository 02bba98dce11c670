import type { AnyCommandId } from './command.ts';
import { mayRepeat } from './command-keys.ts';
import type { KeyBindings } from './key-bindings.ts';
import { isTyping, toKeyCombinationName } from './keys.ts';

/** Keys that move in a list, a menu or a text, and from field to field. They may move the focus with each repeat. */
const MOVING_KEYS =
  /^(Ctrl\+)?(Shift\+)?(Tab|Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown|Shift|Control|Alt|AltGraph|Meta)$/;

/** Keys that choose, press, save and close. */
const ACTION_KEYS: ReadonlySet<string> = new Set(['Enter', 'Escape']);

/** A text of several lines, where Enter begins a new one. */
function isInLongText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea'));
}

/** A field whose Enter key moves from match to match. */
function isInStepField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('[data-enter-steps]');
}

/**
 * Stops the repeats of a held key that could do a second action, before the palette, the commands and the elements of the page get
 * them; returns the function that stops listening. The keys that choose and close act once per press. Other keys repeat only in
 * the element in which they were pressed, not in what they have opened. Commands that may repeat are left to `listenForKeys`.
 */
export function stopHeldKeys(page: Window, getBindings: () => KeyBindings): () => void {
  let pressedIn: EventTarget | null = null;
  /** Commands move the focus to their list themselves. */
  function isMove(name: string, event: KeyboardEvent): boolean {
    const id: AnyCommandId | undefined = getBindings().findCommand(name);
    return MOVING_KEYS.test(name) || (id !== undefined && mayRepeat(id) && !isTyping(event.target));
  }
  function isAllowed(event: KeyboardEvent): boolean {
    const name = toKeyCombinationName(event);
    if (isMove(name, event)) return true;
    if (event.target !== pressedIn) return false;
    return (
      !ACTION_KEYS.has(event.key) ||
      (name === 'Enter' && isInLongText(event.target)) ||
      (event.key === 'Enter' && isInStepField(event.target))
    );
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (!event.repeat) pressedIn = event.target;
    else if (!isAllowed(event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }
  page.addEventListener('keydown', onKeyDown, true);
  return () => page.removeEventListener('keydown', onKeyDown, true);
}
