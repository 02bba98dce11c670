import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChoiceButtons } from '#renderer/ui/ChoiceButtons.tsx';

const CHOICES = ['sent', 'results', 'all'] as const;
type Choice = (typeof CHOICES)[number];

const choose = vi.fn<(choice: Choice) => void>();
beforeEach(() => choose.mockReset());
afterEach(cleanup);

function show(chosen: Choice) {
  return (
    <ChoiceButtons
      label="State"
      choices={CHOICES}
      chosen={chosen}
      onChoose={choose}
      render={(choice) => choice}
      className={undefined}
      buttonClassName={undefined}
    />
  );
}

const getButtons = (): readonly HTMLElement[] => screen.getAllByRole('radio');
const listTabStops = (): readonly (string | null)[] =>
  getButtons().flatMap(({ tabIndex, textContent }) => (tabIndex === 0 ? [textContent] : []));
const pressKey = (key: string, modifiers = {}): boolean =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...modifiers });

it('has one tab stop: the chosen button, or the one that has the focus', () => {
  render(show('results'));
  expect(screen.getByRole('radiogroup', { name: 'State' })).toBeTruthy();
  expect(getButtons().map((button) => button.getAttribute('aria-checked'))).toEqual([
    'false',
    'true',
    'false',
  ]);
  expect(listTabStops()).toEqual(['results']);
  getButtons()[1]?.focus();
  pressKey('ArrowLeft');
  expect(document.activeElement?.textContent).toBe('sent');
  expect(listTabStops()).toEqual(['sent']);
  act(() => getButtons()[0]?.blur());
  expect(listTabStops()).toEqual(['results']);
});

it('moves the focus around its ends by the arrow keys, and chooses by a press alone', () => {
  render(show('all'));
  getButtons()[2]?.focus();
  const texts = ['ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowLeft'].map((key) => {
    expect(pressKey(key)).toBe(false);
    return document.activeElement?.textContent;
  });
  expect(texts).toEqual(['sent', 'results', 'sent', 'all']);
  expect(choose).not.toHaveBeenCalled();
  pressKey('ArrowRight');
  pressKey('Enter');
  expect(choose.mock.calls).toEqual([['sent']]);
});

it('leaves keys with modifiers and other keys alone', () => {
  const above = vi.fn<(event: KeyboardEvent) => void>();
  window.addEventListener('keydown', above);
  render(show('results'));
  getButtons()[1]?.focus();
  for (const modifiers of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }])
    expect(pressKey('ArrowLeft', modifiers)).toBe(true);
  expect(pressKey('Home')).toBe(true);
  expect(document.activeElement?.textContent).toBe('results');
  expect(above).toHaveBeenCalledTimes(5);
  window.removeEventListener('keydown', above);
});

it('chooses nothing where the chosen button is pressed again', () => {
  render(show('results'));
  fireEvent.click(screen.getByRole('radio', { name: 'results' }));
  expect(choose).not.toHaveBeenCalled();
});
