import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ShowDeferred, deferComponent, DeferredReplacement } from '#renderer/shared/deferred.tsx';

afterEach(cleanup);

const Greeting = ({ name }: { readonly name: string }) => <p>Hello {name}</p>;

test('a component is read once, when it is first needed', async () => {
  const read = vi.fn(() => Promise.resolve(Greeting));
  const deferred = deferComponent(read);
  const { rerender } = render(<ShowDeferred component={deferred} isNeeded={false} props={{ name: 'Ann' }} />);
  expect(read).not.toHaveBeenCalled();
  rerender(<ShowDeferred component={deferred} props={{ name: 'Ann' }} />);
  await screen.findByText('Hello Ann');
  await deferred.load();
  expect(read).toHaveBeenCalledTimes(1);
});

test('what a component takes the place of stays until it is read', async () => {
  const reading = Promise.withResolvers<typeof Greeting>();
  const deferred = deferComponent(() => reading.promise);
  const editor = (
    <DeferredReplacement component={deferred} isShown props={{ name: 'Ann' }}>
      <p>The list</p>
    </DeferredReplacement>
  );
  const { rerender } = render(editor);
  expect(screen.queryByText('The list')).not.toBeNull();
  reading.resolve(Greeting);
  await screen.findByText('Hello Ann');
  expect(screen.queryByText('The list')).toBeNull();
  rerender(
    <DeferredReplacement component={deferred} isShown={false} props={{ name: 'Ann' }}>
      <p>The list</p>
    </DeferredReplacement>,
  );
  expect(screen.queryByText('Hello Ann')).toBeNull();
});

test('a component that was read before is there in the first rendering', async () => {
  const deferred = deferComponent(() => Promise.resolve(Greeting));
  await deferred.load();
  render(<ShowDeferred component={deferred} props={{ name: 'Ann' }} placeholder={<p>Wait</p>} />);
  expect(screen.queryByText('Hello Ann')).not.toBeNull();
});

test('a component that cannot be read says so, and is read again when the user wants it', async () => {
  const read = vi.fn(() => Promise.resolve(Greeting)).mockRejectedValueOnce(new Error('no such file'));
  render(<ShowDeferred component={deferComponent(read)} props={{ name: 'Ann' }} />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('could not be read from this computer');
  screen.getByRole('button', { name: 'Try again' }).click();
  await screen.findByText('Hello Ann');
  expect(screen.queryByRole('alert')).toBeNull();
});
