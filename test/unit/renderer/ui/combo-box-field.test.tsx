import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ComboBoxField } from '#renderer/ui/ComboBoxField.tsx';

afterEach(cleanup);

const CODES = [{ id: 'I48.91', value: 'I48.91' }];

function CodeField() {
  const [value, setValue] = useState('');
  return (
    <ComboBoxField
      label="Code"
      value={value}
      onChange={setValue}
      items={CODES}
      renderItem={({ value: code }) => code}
      showLabel="Show codes"
      emptyText="None"
    />
  );
}

/** Types into the field after a click elsewhere, so that the list opens under a resting pointer. */
async function typeUnderPointer(): Promise<HTMLInputElement> {
  render(<CodeField />);
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Code' });
  input.focus();
  fireEvent.change(input, { target: { value: 'D50.9' } });
  const option = await screen.findByRole('option', { hidden: true });
  fireEvent.pointerDown(document.body, { pointerType: 'mouse' });
  fireEvent.pointerEnter(option, { pointerType: 'mouse' });
  return input;
}

it.each(['Tab', 'Enter'])(
  'keeps what was typed at %s, although the pointer rests on a suggestion',
  async (key) => {
    const input = await typeUnderPointer();
    fireEvent.keyDown(input, { key });
    expect(input.value).toBe('D50.9');
  },
);

it.each(['Tab', 'Enter'])('takes the suggestion that the user has moved to by keys, at %s', async (key) => {
  const input = await typeUnderPointer();
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  fireEvent.keyDown(input, { key });
  expect(input.value).toBe('I48.91');
});

it('Escape closes an open list and keeps what was typed; only the next one reaches what is around the field', async () => {
  const onEscape = vi.fn();
  render(
    <div role="presentation" onKeyDown={({ key }) => key === 'Escape' && onEscape()}>
      <CodeField />
    </div>,
  );
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Code' });
  input.focus();
  fireEvent.change(input, { target: { value: 'I48' } });
  await screen.findByRole('option', { hidden: true });
  expect(input.getAttribute('aria-expanded')).toBe('true');
  fireEvent.keyDown(input, { key: 'Escape' });
  expect(input.getAttribute('aria-expanded')).toBe('false');
  expect(onEscape).not.toHaveBeenCalled();
  expect(input.value).toBe('I48');
  fireEvent.keyDown(input, { key: 'Escape' });
  expect(onEscape).toHaveBeenCalledOnce();
  expect(input.value).toBe('I48');
});

it('An open list hides nothing of the page from screen readers', async () => {
  const { container } = render(
    <>
      <h1>Settings</h1>
      <button type="button">Another control</button>
      <CodeField />
    </>,
  );
  fireEvent.focus(screen.getByRole('combobox'));
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'ArrowDown' });
  expect(await screen.findByRole('listbox')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Settings' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Another control' })).toBeDefined();
  expect(container.closest('[data-react-aria-top-layer]')).toBeNull();
});
