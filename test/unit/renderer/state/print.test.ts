import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { getPrintProblem, printOpenRecord, printPage, type PrintOutcome } from '#renderer/state/print.ts';

type Answer = Result<{ readonly outcome: PrintOutcome }>;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** A print whose answer the test gives, or never. */
function start() {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  let outcome: PrintOutcome | null = null;
  const print = vi.fn(() => promise);
  const ended = printPage({ 'app.print': print }).then((told) => {
    outcome = told;
  });
  return { print, answer: resolve, ended, outcome: () => outcome };
}
const emit = (name: string): boolean => window.dispatchEvent(new Event(name));

describe('a print', () => {
  it.each(['printed', 'cancelled', 'failed', 'unknown'] as const)(
    'ends as %s when the system tells so',
    async (told) => {
      const { answer, ended, outcome } = start();
      emit('beforeprint');
      answer(ok({ outcome: told }));
      await ended;
      expect(outcome()).toBe(told);
    },
  );

  it('waits as long as the user needs in the dialog', async () => {
    const { answer, ended, outcome } = start();
    emit('beforeprint');
    await vi.advanceTimersByTimeAsync(500_000);
    expect(outcome()).toBeNull();
    answer(ok({ outcome: 'printed' }));
    await ended;
    expect(outcome()).toBe('printed');
  });

  it('has failed if nothing begins and no answer comes', async () => {
    const { outcome } = start();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(outcome()).toBe('failed');
  });

  it('is unknown if the pages were taken and no answer comes', async () => {
    const { outcome } = start();
    emit('beforeprint');
    emit('afterprint');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(outcome()).toBe('unknown');
  });

  it('ends without `afterprint`', async () => {
    const { answer, ended, outcome } = start();
    emit('beforeprint');
    answer(ok({ outcome: 'cancelled' }));
    await ended;
    expect(outcome()).toBe('cancelled');
  });

  it('has failed if the answer is an error', async () => {
    const { answer, ended, outcome } = start();
    answer(err('internal'));
    await ended;
    expect(outcome()).toBe('failed');
  });

  it('is the only one: another does not begin meanwhile, and may afterwards', async () => {
    const first = start();
    const second = start();
    await second.ended;
    expect([second.outcome(), second.print.mock.calls.length]).toEqual(['failed', 0]);
    first.answer(ok({ outcome: 'printed' }));
    await first.ended;
    const third = start();
    expect(third.print).toHaveBeenCalledOnce();
    third.answer(ok({ outcome: 'printed' }));
    await third.ended;
  });
});

describe('printing what is open', () => {
  it('prints nothing while the page has a sheet for paper, and says so', async () => {
    const sheet = document.createElement('div');
    sheet.dataset['print'] = 'sheet';
    document.body.append(sheet);
    const print = vi.fn(async () => ok({ outcome: 'printed' as const }));
    expect(await printOpenRecord({ 'app.print': print })).toEqual({ code: 'not-printed' });
    expect(print).not.toHaveBeenCalled();
    sheet.remove();
    expect(await printOpenRecord({ 'app.print': print })).toBeNull();
  });
});

it.each([
  ['printed', null],
  ['cancelled', null],
  ['failed', { code: 'not-printed' }],
  ['unknown', { code: 'not-printed' }],
] as const)('a print that is %s tells the user %j', (outcome, problem) => {
  expect(getPrintProblem(outcome)).toEqual(problem);
});
