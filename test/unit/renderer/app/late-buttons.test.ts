import { fireEvent, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { pressButtonOnceShown } from '#renderer/app/page-actions.ts';

test.each([
  {
    what: 'the key that chose them is held',
    event: { key: 'Enter', repeat: true },
    pressed: ['first', 'later'],
  },
  { what: 'the user has pressed another key', event: { key: 'x' }, pressed: ['later'] },
])('a button that comes later is pressed, or is not: $what', async ({ event, pressed }) => {
  const main = document.body.appendChild(document.createElement('main'));
  onTestFinished(() => main.remove());
  const found: string[] = [];
  const wait = (name: string): void =>
    pressButtonOnceShown(name, { isWanted: () => true, isShown: () => true });
  wait('first');
  fireEvent.keyDown(window, event);
  wait('later');
  for (const name of ['first', 'later']) {
    const button = main.appendChild(document.createElement('button'));
    button.dataset['size'] = 'small';
    button.textContent = name;
    button.addEventListener('click', () => found.push(name));
  }
  await waitFor(() => expect(found).toContain('later'));
  expect(found).toEqual(pressed);
});
