import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import {
  createOpenRecordStore,
  type RecordWithPending,
  type RecordSource,
} from '#renderer/state/list/record.ts';
import { NOON } from '../../../../support/builders.ts';

type Answer = Result<RecordWithPending<string>>;

const answer = (record: string, id = record): Answer => ok({ record, id, fetchedAt: NOON, pending: null });
/** Records that are as recent on the service as they are here. */
const source = (get: RecordSource<string>['get']): RecordSource<string> => ({
  get,
  refresh: () => Promise.resolve(),
});
const settle = () => vi.advanceTimersByTimeAsync(3000);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the open record', () => {
  it('is the one that was requested last, whichever response comes last', async () => {
    const first = Promise.withResolvers<Answer>();
    const open = createOpenRecordStore(
      source(({ id }) => (id === 'req_1' ? first.promise : Promise.resolve(answer(id)))),
    );
    open.open('req_1');
    open.open('req_2');
    await settle();
    first.resolve(answer('req_1'));
    await settle();
    expect(open.store.getState()).toMatchObject({ phase: 'ready', id: 'req_2', record: 'req_2' });
  });

  it('stays closed when its response comes after it was closed', async () => {
    const open = createOpenRecordStore(source(({ id }) => Promise.resolve(answer(id))));
    open.open('req_1');
    open.close();
    await settle();
    expect(open.store.getState()).toEqual({ phase: 'none' });
  });

  it('does not show the response of an earlier account under the same id', async () => {
    const answers = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
    let asked = 0;
    const open = createOpenRecordStore(
      source(() => answers[asked++]?.promise ?? Promise.resolve(err('internal'))),
    );
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
    const get = vi.fn<RecordSource<string>['get']>(() =>
      Promise.resolve(answer(`version ${version}`, 'req_1')),
    );
    const open = createOpenRecordStore(source(get));
    const seen: string[] = [];
    open.store.subscribe(({ phase }) => void seen.push(phase));
    open.open('req_1');
    await settle();
    version = 2;
    open.invalidate(['req_7']);
    await settle();
    expect(get).toHaveBeenCalledTimes(1);
    open.invalidate(['req_7', 'req_1']);
    await settle();
    expect(open.store.getState()).toMatchObject({ record: 'version 2' });
    version = 3;
    open.invalidate([]);
    await settle();
    expect(open.store.getState()).toMatchObject({ record: 'version 3' });
    expect(seen).toEqual(['loading', 'ready', 'ready', 'ready']);
  });

  it('stays on screen with the error where it could not be read again, until it can', async () => {
    let read = answer('version 1', 'req_1');
    const open = createOpenRecordStore(source(() => Promise.resolve(read)));
    open.open('req_1');
    await settle();
    read = err('engine-down');
    open.invalidate(['req_1']);
    await settle();
    expect(open.store.getState()).toMatchObject({
      phase: 'ready',
      record: 'version 1',
      error: { code: 'engine-down' },
    });
    read = answer('version 2', 'req_1');
    open.invalidate(['req_1']);
    await settle();
    expect(open.store.getState()).toMatchObject({ phase: 'ready', record: 'version 2', error: null });
  });

  it('does not stay on screen once it is gone', async () => {
    let read = answer('version 1', 'req_1');
    const open = createOpenRecordStore(source(() => Promise.resolve(read)));
    open.open('req_1');
    await settle();
    read = err('not-found');
    open.invalidate(['req_1']);
    await settle();
    expect(open.store.getState()).toMatchObject({ phase: 'failed', error: { code: 'not-found' } });
  });

  it('says why it could not be read', async () => {
    const open = createOpenRecordStore(source(() => Promise.resolve(err('not-found'))));
    open.open('req_1');
    await settle();
    expect(open.store.getState()).toEqual({ phase: 'failed', id: 'req_1', error: { code: 'not-found' } });
  });
});

describe('a record that the user views', () => {
  const refreshed: string[] = [];
  const watched: RecordSource<string> = {
    get: ({ id }) => Promise.resolve(answer(id)),
    refresh: (id) => Promise.resolve(refreshed.push(id)),
  };
  beforeEach(() => void (refreshed.length = 0));

  it('is refreshed from the service once, in the background', async () => {
    const open = createOpenRecordStore(watched);
    open.open('req_1');
    await vi.advanceTimersByTimeAsync(1);
    expect(open.store.getState()).toMatchObject({ phase: 'ready' });
    expect(refreshed).toEqual([]);
    await settle();
    open.invalidate([]);
    await settle();
    expect(refreshed).toEqual(['req_1']);
  });

  it('is not requested when it is only passed, nor when it was closed at once', async () => {
    const open = createOpenRecordStore(watched);
    for (const id of ['req_1', 'req_2', 'req_3']) open.open(id);
    await settle();
    open.open('req_4');
    open.close();
    await settle();
    expect(refreshed).toEqual(['req_3']);
  });
});

describe('a record that was created here', () => {
  const LOCAL = 'local_requisition_01ARZ3NDEKTSV4RRFFQ69G5FAV';

  it('continues under the id that the service gives it, whichever id the change names', async () => {
    const refresh = vi.fn<RecordSource<string>['refresh']>(() => Promise.resolve());
    let known = LOCAL;
    const open = createOpenRecordStore<string>({
      get: () => Promise.resolve(answer('blood count', known)),
      refresh,
    });
    open.open(LOCAL);
    await settle();
    expect(open.store.getState()).toMatchObject({ id: LOCAL });
    expect(refresh).not.toHaveBeenCalled();
    known = 'req_9';
    open.invalidate(['req_9']);
    await settle();
    expect(open.store.getState()).toMatchObject({ phase: 'ready', id: 'req_9', openedAs: LOCAL });
    open.open('req_7');
    await settle();
    expect(open.store.getState()).toMatchObject({ phase: 'ready', openedAs: 'req_7' });
  });
});
