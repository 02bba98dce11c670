import { fireEvent } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paletteTypeAhead } from '#renderer/app/type-ahead.ts';

let isTaking = true;
let endCollecting = (): void => {};
const onScreen = vi.fn<(event: KeyboardEvent) => void>();

beforeEach(() => {
  isTaking = true;
  endCollecting = paletteTypeAhead.collect(window, () => isTaking);
  document.body.addEventListener('keydown', onScreen);
});
afterEach(() => {
  endCollecting();
  paletteTypeAhead.clear();
  document.body.removeEventListener('keydown', onScreen);
  document.body.replaceChildren();
  onScreen.mockReset();
});

function press(...keys: readonly string[]): void {
  for (const key of keys) fireEvent.keyDown(document.body, { key });
}

/** What the field of the palette contains once it is there, and the kinds of input that it has noticed. */
function openField() {
  const field = document.createElement('input');
  const kinds: string[] = [];
  field.addEventListener('input', (event) => kinds.push(event.inputType));
  document.body.append(field);
  const isEnterLast = paletteTypeAhead.insertInto(field);
  return { value: field.value, kinds, isEnterLast };
}

describe('what is typed before the palette has its field', () => {
  it('is typed into the field, as corrected, and reaches no button of the screen', () => {
    press('s', 'e', 't', 'x', 'Backspace', 't', 'i', 'Enter');
    expect(openField()).toEqual({ value: 'setti', kinds: ['insertText'], isEnterLast: true });
    expect(onScreen).not.toHaveBeenCalled();
  });

  it('is typed once', () => {
    press('a');
    openField();
    expect(openField()).toEqual({ value: '', kinds: [], isEnterLast: false });
  });

  it('has no Enter at its end where the user types on, or has typed nothing', () => {
    press('a', 'Enter', 'b');
    expect(openField()).toMatchObject({ value: 'ab', isEnterLast: false });
    press('a', 'b', 'Enter', 'Backspace');
    expect(openField()).toMatchObject({ value: 'a', isEnterLast: false });
    press('Enter');
    expect(openField()).toMatchObject({ value: '', isEnterLast: false });
  });

  it('is forgotten where the palette closes first', () => {
    press('a');
    isTaking = false;
    press('b');
    isTaking = true;
    press('c');
    expect(openField().value).toBe('c');
    press('d');
    paletteTypeAhead.clear();
    expect(openField().value).toBe('');
  });

  it('leaves keys of commands, of a dialog and of the screen alone', () => {
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    press('Escape');
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    document.body.append(dialog);
    fireEvent.keyDown(dialog, { key: 'a' });
    isTaking = false;
    press('j');
    expect(onScreen).toHaveBeenCalledTimes(4);
    isTaking = true;
    expect(openField().value).toBe('');
  });
});
