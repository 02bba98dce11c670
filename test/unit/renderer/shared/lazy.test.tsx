import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ShowLazy, createLazyComponent, LazyReplacement } from '#renderer/shared/lazy.tsx';

afterEach(cleanup);

const Greeting = ({ name }: { readonly name: string }) => <p>Hello {name}</p>;

test('a component is read once, when it is first needed', async () => {
  const read = vi.fn(() => Promise.resolve(Greeting));
  const lazy = createLazyComponent(read);
  const { rerender } = render(<ShowLazy component={lazy} isNeeded={false} props={{ name: 'Ann' }} />);
  expect(read).not.toHaveBeenCalled();
  rerender(<ShowLazy component={lazy} props={{ name: 'Ann' }} />);
  await screen.findByText('Hello Ann');
  await lazy.load();
  expect(read).toHaveBeenCalledTimes(1);
});

test('what a component takes the place of stays until it is read', async () => {
  const reading = Promise.withResolvers<typeof Greeting>();
  const lazy = createLazyComponent(() => reading.promise);
  const editor = (
    <LazyReplacement component={lazy} isShown props={{ name: 'Ann' }}>
      <p>The list</p>
    </LazyReplacement>
  );
  const { rerender } = render(editor);
  expect(screen.queryByText('The list')).not.toBeNull();
  reading.resolve(Greeting);
  await screen.findByText('Hello Ann');
  expect(screen.queryByText('The list')).toBeNull();
  rerender(
    <LazyReplacement component={lazy} isShown={false} props={{ name: 'Ann' }}>
      <p>The list</p>
    </LazyReplacement>,
  );
  expect(screen.queryByText('Hello Ann')).toBeNull();
});

test('a component that was read before is there in the first rendering', async () => {
  const lazy = createLazyComponent(() => Promise.resolve(Greeting));
  await lazy.load();
  render(<ShowLazy component={lazy} props={{ name: 'Ann' }} placeholder={<p>Wait</p>} />);
  expect(screen.queryByText('Hello Ann')).not.toBeNull();
});

test('a component that cannot be read says so, and is read again when the user wants it', async () => {
  const read = vi.fn(() => Promise.resolve(Greeting)).mockRejectedValueOnce(new Error('no such file'));
  render(<ShowLazy component={createLazyComponent(read)} props={{ name: 'Ann' }} />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('could not be read from this computer');
  screen.getByRole('button', { name: 'Try again' }).click();
  await screen.findByText('Hello Ann');
  expect(screen.queryByRole('alert')).toBeNull();
});
