import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { createRecord, type RecordSource } from '#renderer/state/record.ts';
import { NOON } from '../support/builders.ts';

type Answer = Result<{ record: string; fetchedAt: typeof NOON }>;

const answer = (record: string): Answer => ok({ record, fetchedAt: NOON });
const settle = () => vi.advanceTimersByTimeAsync(3000);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the open record', () => {
  it('is the one that was asked for last, whichever answer comes last', async () => {
    const first = Promise.withResolvers<Answer>();
    const open = createRecord<string>(({ id }) =>
      id === 'req_1' ? first.promise : Promise.resolve(answer(id)),
    );
    open.open('req_1');
    open.open('req_2');
    await settle();
    first.resolve(answer('req_1'));
    await settle();
    expect(open.store.getState()).toMatchObject({ phase: 'ready', id: 'req_2', record: 'req_2' });
  });

  it('stays closed when its answer comes after it was closed', async () => {
    const open = createRecord<string>(({ id }) => Promise.resolve(answer(id)));
    open.open('req_1');
    open.close();
    await settle();
    expect(open.store.getState()).toEqual({ phase: 'none' });
  });

  it('does not show the answer of an earlier account under the same id', async () => {
    const answers = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
    let asked = 0;
    const open = createRecord<string>(() => answers[asked++]?.promise ?? Promise.resolve(err('internal')));
    open.open('req_1');
    open.close();
    open.open('req_1');
    answers[1]?.resolve(answer('of this account'));
    await settle();
    answers[0]?.resolve(answer('of the account before'));
    await settle();
    expect(open.store.getState()).toMatchObject({ record: 'of this account' });
  });

  it('is fetched again when it changed, and stays on screen meanwhile', async () => {
    let version = 1;
    const source = vi.fn<RecordSource<string>>(() => Promise.resolve(answer(`version ${version}`)));
    const open = createRecord(source);
    const seen: string[] = [];
    open.store.subscribe(({ phase }) => void seen.push(phase));
    open.open('req_1');
    await settle();
    version = 2;
    open.changed(['req_7']);
    await settle();
    expect(source).toHaveBeenCalledTimes(1);
    open.changed(['req_7', 'req_1']);
    await settle();
    expect(open.store.getState()).toMatchObject({ record: 'version 2' });
    version = 3;
    open.changed([]);
    await settle();
    expect(open.store.getState()).toMatchObject({ record: 'version 3' });
    expect(seen).toEqual(['loading', 'ready', 'ready', 'ready']);
  });

  it('says why it could not be had', async () => {
    const open = createRecord<string>(() => Promise.resolve(err('not-found')));
    open.open('req_1');
    await settle();
    expect(open.store.getState()).toEqual({ phase: 'failed', id: 'req_1', error: { code: 'not-found' } });
  });
});
