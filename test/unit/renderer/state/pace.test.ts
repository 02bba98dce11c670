import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paced } from '#renderer/state/pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('paced work', () => {
  it('runs at once when nothing is under way', () => {
    const run = vi.fn(() => Promise.resolve());
    paced(run, 500).request();
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('runs once more for all who asked meanwhile, after the gap', async () => {
    const run = vi.fn(() => Promise.resolve());
    const pace = paced(run, 500);
    for (let asked = 0; asked < 20; asked += 1) pace.request();
    await vi.advanceTimersByTimeAsync(499);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(run).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('rests longer after long work', async () => {
    const run = vi.fn(() => new Promise<void>((done) => void setTimeout(done, 600)));
    const pace = paced(run, 500);
    pace.request();
    pace.request();
    await vi.advanceTimersByTimeAsync(600 + 2300);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('starts afresh after a reset, even while the old run is under way', async () => {
    const endings: (() => void)[] = [];
    const run = vi.fn(() => new Promise<void>((done) => void endings.push(done)));
    const pace = paced(run, 500);
    pace.request();
    pace.reset();
    pace.request();
    expect(run).toHaveBeenCalledTimes(2);
    endings[0]?.();
    pace.request();
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(2);
    endings[1]?.();
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(3);
  });
});
