import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';

afterEach(cleanup);

const show = (reason: string | null) => (
  <ButtonWithDisabledReason reason={reason}>Print</ButtonWithDisabledReason>
);
const pressEscape = () => fireEvent.keyDown(document.body, { key: 'Escape' });

it('a tooltip that says why a button cannot act closes once the button can, and leaves Escape to others', () => {
  const heard = vi.fn();
  document.body.addEventListener('keydown', heard);
  const { rerender } = render(show('The day is being read.'));
  // The focus is a visible one after a key alone.
  fireEvent.keyDown(document.body, { key: 'Tab' });
  act(() => screen.getByRole('button').focus());
  expect(screen.getByRole('tooltip').textContent).toBe('The day is being read.');
  pressEscape();
  expect(heard.mock.calls.map(([{ key }]) => key as string)).toEqual(['Tab']);
  expect(screen.queryByRole('tooltip')).toBeNull();

  act(() => screen.getByRole('button').blur());
  act(() => screen.getByRole('button').focus());
  expect(screen.getByRole('tooltip')).toBeDefined();
  rerender(show(null));
  expect(screen.queryByRole('tooltip')).toBeNull();
  pressEscape();
  expect(heard.mock.calls.map(([{ key }]) => key as string)).toEqual(['Tab', 'Escape']);
  document.body.removeEventListener('keydown', heard);
});

it('a tooltip that another one has replaced stays away when its button loses the focus', () => {
  render(
    <>
      <ButtonWithDisabledReason reason="Why not this">This</ButtonWithDisabledReason>
      <ButtonWithDisabledReason reason="Why not that">That</ButtonWithDisabledReason>
    </>,
  );
  const [one, other] = screen.getAllByRole('button');
  const read = () => screen.queryAllByRole('tooltip').map(({ textContent }) => textContent);
  fireEvent.keyDown(document.body, { key: 'Tab' });
  act(() => one?.focus());
  expect(read()).toEqual(['Why not this']);
  fireEvent.pointerMove(document.body, { pointerType: 'mouse' });
  fireEvent.pointerEnter(other ?? document.body, { pointerType: 'mouse' });
  expect(read()).toEqual(['Why not that']);
  act(() => one?.blur());
  expect(read()).toEqual(['Why not that']);
});
