import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { PageTooltip } from '#renderer/ui/Tooltip.tsx';
import { FocusableTruncatedText, TruncatedText } from '#renderer/ui/TruncatedText.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const readTooltips = () => screen.queryAllByRole('tooltip').map(({ textContent }) => textContent);
function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}
let steps = 0;
/** Moves the pointer onto an element; with `isAtRest` the element has come under the pointer. */
function pointAt(element: Element | null, { pointerType = 'mouse', isAtRest = false } = {}): void {
  if (!isAtRest) steps += 1;
  fireEvent.pointerOver(element ?? document.body, { pointerType, screenX: steps, screenY: 1 });
}
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
const focus = (element: HTMLElement | null | undefined) => act(() => element?.focus());

function showButtons() {
  render(
    <>
      <ButtonWithHint hint="Prints this day" shortcut="Ctrl+P">
        Print
      </ButtonWithHint>
      <ButtonWithHint hint="Closes the day">Close</ButtonWithHint>
      <p>Nothing</p>
      <PageTooltip />
    </>,
  );
  const [print, close] = screen.getAllByRole('button');
  if (print === undefined || close === undefined) throw new Error('there are no buttons');
  return { print, close, nothing: screen.getByText('Nothing') };
}

describe('the tooltip of a control', () => {
  it('opens once the pointer rests on the control, and says its key', () => {
    const { print } = showButtons();
    pointAt(print);
    pass(400);
    expect(readTooltips()).toEqual([]);
    pass(200);
    expect(readTooltips()).toEqual(['Prints this day Ctrl+P']);
  });

  it('stays closed where the pointer only passes, and under a finger', () => {
    const { print, nothing } = showButtons();
    pointAt(print);
    pass(400);
    pointAt(nothing);
    pass(1000);
    pointAt(print, { pointerType: 'touch' });
    pass(1000);
    expect(readTooltips()).toEqual([]);
  });

  it('stays closed where the control has moved under a pointer at rest', () => {
    const { print, close, nothing } = showButtons();
    pointAt(nothing);
    pointAt(print, { isAtRest: true });
    pass(1000);
    expect(readTooltips()).toEqual([]);
    pointAt(nothing);
    pointAt(print);
    pass(600);
    // What has come under the pointer instead closes it, and opens none.
    pointAt(close, { isAtRest: true });
    pass(250);
    expect(readTooltips()).toEqual([]);
  });

  it('stays while the pointer moves onto it, and closes after the pointer has left both', () => {
    const { print, nothing } = showButtons();
    pointAt(print);
    pass(600);
    pointAt(nothing);
    pass(100);
    pointAt(screen.getByRole('tooltip'));
    pass(1000);
    expect(readTooltips()).toHaveLength(1);
    pointAt(nothing);
    pass(250);
    expect(readTooltips()).toEqual([]);
  });

  it('opens at once where that of another control has just been open', () => {
    const { print, close, nothing } = showButtons();
    pointAt(print);
    pass(600);
    pointAt(close);
    expect(readTooltips()).toEqual(['Closes the day']);
    pointAt(nothing);
    pass(250);
    pointAt(print);
    expect(readTooltips()).toEqual(['Prints this day Ctrl+P']);
    pointAt(nothing);
    pass(1000);
    pointAt(print);
    expect(readTooltips()).toEqual([]);
  });

  it('opens at once with the focus of the keyboard, and closes with it', () => {
    const { print, close } = showButtons();
    focus(print);
    expect(readTooltips()).toEqual(['Prints this day Ctrl+P']);
    focus(close);
    expect(readTooltips()).toEqual(['Closes the day']);
    act(() => close.blur());
    expect(readTooltips()).toEqual([]);
  });

  it('stays away from a control that has lost the focus while the pointer is on another', () => {
    const { print, close } = showButtons();
    focus(print);
    pointAt(close);
    expect(readTooltips()).toEqual(['Closes the day']);
    act(() => print.blur());
    expect(readTooltips()).toEqual(['Closes the day']);
  });

  it('closes by a press, and stays closed until the pointer has left', () => {
    const { print, nothing } = showButtons();
    pointAt(print);
    pass(600);
    fireEvent.click(print);
    pointAt(print.firstElementChild ?? print);
    pass(1000);
    expect(readTooltips()).toEqual([]);
    pointAt(nothing);
    pointAt(print);
    pass(600);
    expect(readTooltips()).toHaveLength(1);
  });

  it('closes with the window’s pointer, when its list is scrolled, and when the window has another size', () => {
    const { print, nothing } = showButtons();
    const open = (): void => {
      pointAt(nothing);
      pointAt(print);
      pass(600);
      expect(readTooltips()).toHaveLength(1);
    };
    for (const leave of [
      () => fireEvent.pointerLeave(document.documentElement),
      () => fireEvent.scroll(document.body),
      () => fireEvent(window, new Event('resize')),
    ]) {
      open();
      leave();
      pass(250);
      expect(readTooltips()).toEqual([]);
    }
  });

  it('closes with its control', () => {
    const { print } = showButtons();
    focus(print);
    expect(readTooltips()).toHaveLength(1);
    cleanup();
    expect(readTooltips()).toEqual([]);
  });
});

it('a tooltip that says why a button cannot act closes once the button can, and leaves Escape to others', async () => {
  const heard = vi.fn<(event: KeyboardEvent) => void>();
  document.body.addEventListener('keydown', heard);
  const show = (reason: string | null) => (
    <>
      <ButtonWithDisabledReason reason={reason}>Print</ButtonWithDisabledReason>
      <PageTooltip />
    </>
  );
  const { rerender } = render(show('The day is being read.'));
  const button = screen.getByRole('button');
  focus(button);
  expect(readTooltips()).toEqual(['The day is being read.']);
  pressEscape();
  expect(readTooltips()).toEqual([]);
  expect(heard).not.toHaveBeenCalled();

  act(() => button.blur());
  focus(button);
  rerender(show('The day cannot be read.'));
  await act(async () => {});
  expect(readTooltips()).toEqual(['The day cannot be read.']);
  rerender(show(null));
  await act(async () => {});
  expect(readTooltips()).toEqual([]);
  pressEscape();
  expect(heard).toHaveBeenCalledOnce();
  document.body.removeEventListener('keydown', heard);
});

describe('a text of one line', () => {
  const NAME = 'A name that is longer than its line';
  let height = 40;
  beforeEach(() => {
    height = 40;
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(20);
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => height);
  });
  const show = (text: React.ReactNode) =>
    render(
      <>
        {text}
        <PageTooltip />
      </>,
    );

  it('is whole in a tooltip where it is cut', () => {
    show(<TruncatedText text={NAME} rows={1} />);
    pointAt(screen.getByText(NAME));
    pass(600);
    expect(readTooltips()).toEqual([NAME]);
  });

  it('has no tooltip where it fits', () => {
    height = 20;
    show(<TruncatedText text={NAME} rows={1} />);
    pointAt(screen.getByText(NAME));
    pass(1000);
    expect(readTooltips()).toEqual([]);
  });

  it('is whole once its row has had the focus for a while, until the row loses it', () => {
    const withFocus = (isFocused: boolean) => (
      <>
        <TruncatedText text={NAME} rows={1} isFocused={isFocused} />
        <PageTooltip />
      </>
    );
    const { rerender } = render(withFocus(true));
    pass(700);
    expect(readTooltips()).toEqual([]);
    pass(200);
    expect(readTooltips()).toEqual([NAME]);
    rerender(withFocus(false));
    expect(readTooltips()).toEqual([]);
  });

  it('closes its tooltip by Escape, which reaches nothing else', () => {
    const { container } = show(<FocusableTruncatedText text={NAME} rows={1} />);
    const other = vi.fn<() => void>();
    document.addEventListener('keydown', other);
    focus(container.querySelector<HTMLElement>('[tabindex="0"]'));
    expect(readTooltips()).toEqual([NAME]);
    pressEscape();
    expect(readTooltips()).toEqual([]);
    expect(other).not.toHaveBeenCalled();
    pressEscape();
    expect(other).toHaveBeenCalledOnce();
    document.removeEventListener('keydown', other);
  });

  it('is no tab stop where it fits', () => {
    height = 20;
    const { container } = show(<FocusableTruncatedText text={NAME} rows={1} />);
    expect(container.querySelector('[tabindex]')).toBeNull();
  });
});
