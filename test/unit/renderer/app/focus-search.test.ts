import { fireEvent } from '@testing-library/dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Screen } from '#contract/screens.ts';
import { focusSearchOfScreen } from '#renderer/app/focus-search.ts';

const onScreen = vi.fn<(event: KeyboardEvent) => void>();
const view = createStore<{ readonly screen: Screen }>(() => ({ screen: 'requisitions' }));

beforeEach(() => {
  document.body.innerHTML = '<main data-screen="home"></main>';
  document.body.addEventListener('keydown', onScreen);
  view.setState({ screen: 'requisitions' });
});
afterEach(() => {
  fireEvent.keyDown(document.body, { key: 'Escape' });
  document.body.removeEventListener('keydown', onScreen);
  document.body.replaceChildren();
  onScreen.mockReset();
});

function press(...keys: readonly string[]): void {
  for (const key of keys) fireEvent.keyDown(document.body, { key });
}

/** Shows the chosen screen; returns its search once the page has noticed. */
async function showScreen(): Promise<HTMLInputElement> {
  const main = document.querySelector('main');
  const search = document.createElement('input');
  search.dataset['search'] = '';
  main?.replaceChildren(search);
  main?.setAttribute('data-screen', 'requisitions');
  await new Promise((noticed) => setTimeout(noticed));
  return search;
}

it('letters that are typed for the search of a screen that is not shown yet are in it, and are no commands', async () => {
  focusSearchOfScreen(view);
  press('s', 'h', 'n', 'e', 'Backspace', 'Enter');
  expect(onScreen).not.toHaveBeenCalled();
  const search = await showScreen();
  expect(search).toBe(document.activeElement);
  expect(search.value).toBe('shn');
  press('e');
  expect(onScreen).toHaveBeenCalledTimes(1);
});

it('the search of a screen that is shown has the focus at once, and keys go where they always go', async () => {
  const search = await showScreen();
  focusSearchOfScreen(view);
  expect(search).toBe(document.activeElement);
  press('e');
  expect(onScreen).toHaveBeenCalledTimes(1);
});

it.each([
  ['Escape', () => press('Escape')],
  ['a press of a mouse button', () => fireEvent.pointerDown(document.body)],
  ['another screen', () => view.setState({ screen: 'forms' })],
])('%s ends the waiting, and what was typed is forgotten', async (_what, end) => {
  focusSearchOfScreen(view);
  press('a');
  end();
  onScreen.mockReset();
  press('b');
  expect(onScreen).toHaveBeenCalledTimes(1);
  const search = await showScreen();
  expect({ value: search.value, isFocused: search === document.activeElement }).toEqual({
    value: '',
    isFocused: false,
  });
});

it('in a window without screens nothing waits', () => {
  document.body.innerHTML = '<main></main>';
  focusSearchOfScreen(view);
  press('e');
  expect(onScreen).toHaveBeenCalledTimes(1);
});
