import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useGradualEntries } from '#renderer/features/day/use-gradual-entries.ts';

const ENTRIES = Array.from({ length: 10 }, (_none, n) => n);

/** Renders the hook; `lengths` has the number of entries of each render. */
function renderEntries(entries: readonly number[]) {
  const lengths: number[] = [];
  const { result } = renderHook(() => {
    const gradual = useGradualEntries(entries, 4);
    lengths.push(gradual[0].length);
    return gradual;
  });
  return { lengths, result };
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
