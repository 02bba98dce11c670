import { DIALOGS } from '#renderer/ui/panes.ts';

function isForField({ ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): boolean {
  const isInDialog = target instanceof Element && target.closest(DIALOGS) !== null;
  return !ctrlKey && !metaKey && !altKey && !isComposing && !isInDialog;
}

/** What the user types for a field that is not on screen yet, so that no letter of it is the key of a command. */
export class TypeAhead {
  #typed = '';
  #isEnterLast = false;

  /**
   * Collects what is typed, and whether the Enter key ends it.
   * @param isTaking whether keys are for the field
   * @returns the function that stops listening
   */
  collect(target: Window, isTaking: () => boolean): () => void {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isTaking()) this.clear();
      else if (this.#take(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    target.addEventListener('keydown', onKeyDown, { capture: true });
    return () => target.removeEventListener('keydown', onKeyDown, { capture: true });
  }

  /** Forgets what was collected. */
  clear(): void {
    this.#typed = '';
    this.#isEnterLast = false;
  }

  /**
   * Types what was collected into the field, by the events of a user's own typing.
   * @returns whether the Enter key was pressed after the text: the field may have nothing yet that the key could choose
   */
  insertInto(field: HTMLInputElement): boolean {
    const text = this.#typed;
    const isEnterLast = this.#isEnterLast;
    this.clear();
    if (text === '') return false;
    const own = { bubbles: true, inputType: 'insertText', data: text };
    field.dispatchEvent(new InputEvent('beforeinput', own));
    // The setter of the element itself: React notices no change that goes through its own.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new InputEvent('input', own));
    return isEnterLast;
  }

  /** Returns whether a key was for the field. */
  #take(event: KeyboardEvent): boolean {
    if (!isForField(event)) return false;
    const { key } = event;
    if (key.length === 1) this.#typed += key;
    else if (key === 'Backspace') this.#typed = this.#typed.slice(0, -1);
    else if (key !== 'Enter') return false;
    this.#isEnterLast = key === 'Enter';
    return true;
  }
}

/** What is typed for the palette while its code is read and its field has no focus yet. */
export const paletteTypeAhead = new TypeAhead();
