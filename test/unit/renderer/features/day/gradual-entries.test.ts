import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useGradualEntries } from '#renderer/features/day/use-gradual-entries.ts';

afterEach(() => void vi.useRealTimers());

const ENTRIES = Array.from({ length: 10 }, (_none, n) => n);

/** Renders the hook; `lengths` has the number of entries of each render. */
function renderEntries(
  entries: readonly number[],
  steps: Partial<Parameters<typeof useGradualEntries>[1]> = {},
) {
  const lengths: number[] = [];
  const { result, rerender } = renderHook(
    (changed: typeof steps) => {
      const gradual = useGradualEntries(entries, { step: 4, ...steps, ...changed });
      lengths.push(gradual[0].length);
      return gradual;
    },
    { initialProps: {} },
  );
  return { lengths, result, rerender };
}

it('A long list is rendered in steps, in its order, until all of it is there', async () => {
  const { lengths, result } = renderEntries(ENTRIES);
  await waitFor(() => expect(result.current[0]).toEqual(ENTRIES));
  expect(lengths).toEqual([4, 8, 10]);
});

it('A list of one step is rendered at once', () => {
  const { lengths, result } = renderEntries(ENTRIES.slice(0, 4));
  expect(result.current[0]).toEqual([0, 1, 2, 3]);
  expect(lengths).toEqual([4]);
});

it('All of it is rendered on request', () => {
  const { lengths, result } = renderEntries(ENTRIES);
  act(() => result.current[1]());
  expect(result.current[0]).toEqual(ENTRIES);
  expect(lengths).toEqual([4, 10]);
});

it('Fewer can be rendered first, unless all of it is one step', async () => {
  const { lengths, result } = renderEntries(ENTRIES, { first: 1 });
  await waitFor(() => expect(result.current[0]).toEqual(ENTRIES));
  expect(lengths).toEqual([1, 5, 9, 10]);
  expect(renderEntries(ENTRIES.slice(0, 4), { first: 1 }).lengths).toEqual([4]);
});

it('Further entries wait while it is held, unless all are requested', async () => {
  vi.useFakeTimers();
  const { lengths, result, rerender } = renderEntries(ENTRIES, { first: 1, isHeld: true });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  vi.useRealTimers();
  expect(lengths).toEqual([1]);
  rerender({ isHeld: false });
  await waitFor(() => expect(result.current[0]).toEqual(ENTRIES));
  expect(lengths).toEqual([1, 1, 5, 9, 10]);
  const held = renderEntries(ENTRIES, { first: 1, isHeld: true });
  act(() => held.result.current[1]());
  expect(held.lengths).toEqual([1, 10]);
});
