import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLatestRequestGuard, createThrottle } from '#renderer/state/async.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a question among others', () => {
  it('is the newest until another begins', () => {
    const questions = createLatestRequestGuard();
    const isFirstLatest = questions.begin();
    expect(isFirstLatest()).toBe(true);
    const isSecondLatest = questions.begin();
    expect([isFirstLatest(), isSecondLatest()]).toEqual([false, true]);
  });

  it('that follows is up to date until another begins, and puts none out of date itself', () => {
    const questions = createLatestRequestGuard();
    const isLatest = questions.begin();
    const hasNotChanged = questions.follow();
    expect([isLatest(), hasNotChanged()]).toEqual([true, true]);
    questions.begin();
    expect(hasNotChanged()).toBe(false);
  });

  it('is out of date once all are cancelled', () => {
    const questions = createLatestRequestGuard();
    const isLatest = questions.begin();
    const hasNotChanged = questions.follow();
    questions.cancel();
    expect([isLatest(), hasNotChanged()]).toEqual([false, false]);
  });
});

describe('the reads of a question', () => {
  it('are abandoned when another question begins or all are cancelled, and no earlier', () => {
    const questions = createLatestRequestGuard();
    const first = questions.begin();
    const follower = questions.follow();
    expect([first.signal.aborted, follower.signal.aborted]).toEqual([false, false]);
    const second = questions.begin();
    expect([first, follower, second].map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
    questions.cancel();
    expect(second.signal.aborted).toBe(true);
  });

  it('may begin another one when they are abandoned', () => {
    const questions = createLatestRequestGuard();
    const begun: (() => boolean)[] = [];
    questions.begin().signal.addEventListener('abort', () => begun.push(questions.begin()));
    questions.cancel();
    expect(begun.map((isLatest) => isLatest())).toEqual([true]);
  });
});

describe('throttled work', () => {
  it('runs at once when nothing is running', () => {
    const run = vi.fn(() => Promise.resolve());
    createThrottle(run, 500).request();
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('runs once more for all requests made meanwhile, after the gap', async () => {
    const run = vi.fn(() => Promise.resolve());
    const throttle = createThrottle(run, 500);
    for (let asked = 0; asked < 20; asked += 1) throttle.request();
    await vi.advanceTimersByTimeAsync(499);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(run).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('pauses longer after long work', async () => {
    const run = vi.fn(() => new Promise<void>((done) => void setTimeout(done, 600)));
    const throttle = createThrottle(run, 500);
    throttle.request();
    throttle.request();
    await vi.advanceTimersByTimeAsync(600 + 2300);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('runs again after a run that failed, and reports the failure', async () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const defect = new Error('a defect');
    const run = vi.fn(() => Promise.resolve()).mockRejectedValueOnce(defect);
    const throttle = createThrottle(run, 500);
    throttle.request();
    throttle.request();
    await vi.advanceTimersByTimeAsync(600);
    expect(run).toHaveBeenCalledTimes(2);
    expect(report.mock.calls).toEqual([[defect]]);
  });

  it('starts afresh after a reset, even while the old run is running', async () => {
    const endings: (() => void)[] = [];
    const run = vi.fn(() => new Promise<void>((done) => void endings.push(done)));
    const throttle = createThrottle(run, 500);
    throttle.request();
    throttle.reset();
    throttle.request();
    expect(run).toHaveBeenCalledTimes(2);
    endings[0]?.();
    throttle.request();
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(2);
    endings[1]?.();
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(3);
  });
});
