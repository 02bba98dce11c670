import { describe, expect, test } from 'vitest';
import { createSeededRandom, type RandomGenerator } from '#main/base/random.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { NEW_ORDER } from '../../../../support/builders.ts';
import { unwrap } from '../../../../support/engine.ts';
import { clock, createComputer, transfer, type Computer } from './computers.ts';

const rename = (name: string) => ({ operation: 'requisitions.update', data: { id: 'req_1', name } }) as const;
const review = {
  operation: 'requisitions.update',
  data: { id: 'req_1', review: { status: 'reviewed' } },
} as const;
const publish = { operation: 'forms.publish', data: { id: 'form_1' } } as const;
const SEEN = { id: 'req_1', name: 'Old name', last_updated_at: '2026-03-01T09:30:00.000Z' };

describe('An imported outbox', () => {
  test('holds creates, publishes and reviews as uncertain, with their evidence, and other changes as saved', async () => {
    const [from, to] = [await createComputer(), await createComputer()];
    const { number, id } = from.save(NEW_ORDER);
    unwrap(
      from.store.storeAttempt({
        number,
        data: from.one(number).data,
        rest: {
          state: 'saved',
          evidence: { knownAtSave: ['req_7'], listedBeforeSend: ['req_8'], sendsAgain: true },
        },
      }),
    );
    from.save(publish, SEEN);
    from.save(review, SEEN);
    from.save({ operation: 'notifications.update', data: { id: 'notf_1', read: true } });
    from.save({ operation: 'forms.completion', data: { id: 'form_2', ask: ['user_p1'], withdraw: [] } });
    expect(transfer(from, to)).toEqual({ changes: 5, uncertain: 3, known: 0, differing: 0, others: 0 });
    const found = to.all().map((each) => to.one(each.number));
    expect(found).toMatchObject([
      { operation: 'requisitions.create', target: id, state: 'uncertain', savedBy: 'user_me' },
      { operation: 'forms.publish', state: 'uncertain', base: { last_updated_at: SEEN.last_updated_at } },
      {
        operation: 'requisitions.update',
        state: 'uncertain',
        base: { last_updated_at: SEEN.last_updated_at },
      },
      { operation: 'notifications.update', state: 'saved' },
      { operation: 'forms.completion', state: 'saved', evidence: { asked: ['user_p1'] } },
    ]);
    expect(found[0]?.evidence).toEqual({
      knownAtSave: ['req_7'],
      listedBeforeSend: ['req_8'],
      mayHaveLeft: true,
      imported: true,
    });
  });

  test('asks no more what was asked before, about a change that must not be sent twice', async () => {
    const [from, to] = [await createComputer(), await createComputer()];
    const { number } = from.save(NEW_ORDER);
    from.leave(number);
    const { data } = from.one(number);
    unwrap(from.store.storeAttempt({ number, data, rest: { state: 'needs-you', question: 'none-found' } }));
    transfer(from, to);
    expect(to.all()).toMatchObject([{ state: 'uncertain', question: null }]);
  });

  test('keeps later changes behind the create of their record, under one local id', async () => {
    const [from, to] = [await createComputer(), await createComputer()];
    const { number, id } = from.save(NEW_ORDER);
    from.leave(number);
    from.save({ operation: 'requisitions.update', data: { id, name: 'Later' } });
    transfer(from, to);
    const [create, update] = to.all();
    expect([create, update]).toMatchObject([{ id }, { id, waitsFor: create?.number }]);
    expect(unwrap(to.store.resolveId({ id }))).toBe(id);
  });

  test('knows a save that was merged into another, and does not take it twice', async () => {
    const [from, to] = [await createComputer(), await createComputer()];
    from.save({ ...rename('First'), saveId: 'one' }, SEEN);
    from.save({ ...rename('Second'), saveId: 'two' }, SEEN);
    transfer(from, to);
    const [only] = to.all();
    expect(to.save({ ...rename('Second'), saveId: 'two' }, SEEN).number).toBe(only?.number);
    expect(to.all()).toHaveLength(1);
  });

  test('is skipped where it was imported before, also after it was sent and forgotten', async () => {
    const [from, to] = [await createComputer(), await createComputer()];
    from.save({ ...NEW_ORDER, saveId: 'press' });
    from.save(publish, SEEN);
    transfer(from, to);
    for (const { number } of to.all())
      unwrap(to.store.closeConfirmedChange({ number, data: to.one(number).data, ending: 'sent' }));
    to.store.change((db) => {
      db.run(sql`DELETE FROM acknowledged`);
      return { ok: true, value: null };
    });
    expect(transfer(from, to)).toMatchObject({ changes: 0, known: 2, differing: 0 });
    expect(to.all()).toEqual([]);
  });

  test('is skipped where it comes back to the computer that made it, directly or by another one', async () => {
    const [first, second] = [await createComputer(), await createComputer()];
    first.save({ ...NEW_ORDER, saveId: 'press' });
    first.save(publish, SEEN);
    const before = first.all();
    expect(transfer(first, first)).toMatchObject({ changes: 0, known: 2 });
    transfer(first, second);
    expect(transfer(second, first)).toMatchObject({ changes: 0, known: 2 });
    expect(first.all()).toEqual(before);
  });

  test('says which skipped changes wait here with other content', async () => {
    const [from, to] = [await createComputer(), await createComputer()];
    from.save({ ...rename('First'), saveId: 'one' }, SEEN);
    transfer(from, to);
    from.save({ ...rename('Second'), saveId: 'two' }, SEEN);
    expect(transfer(from, to)).toMatchObject({ changes: 0, known: 1, differing: 1 });
  });

  test('asks where the same field was changed here too, and sends neither by itself', async () => {
    const [from, to] = [await createComputer(), await createComputer()];
    from.save(
      { operation: 'requisitions.update', data: { id: 'req_1', name: 'There', order_details: 'x' } },
      SEEN,
    );
    to.save(rename('Here'), SEEN);
    transfer(from, to);
    const [, imported] = to.all();
    expect(imported).toMatchObject({ state: 'needs-you', question: 'conflict' });
    expect(imported?.fields.find(({ field }) => field === 'name')).toMatchObject({ theirs: '"Here"' });
    expect(imported?.fields.find(({ field }) => field === 'order_details')?.theirs).toBe(null);
  });

  test('is replaced by a later read flag and by a later completion request here', async () => {
    const [from, to] = [await createComputer(), await createComputer()];
    const read = (flag: boolean) =>
      ({ operation: 'notifications.update', data: { id: 'notf_1', read: flag } }) as const;
    const complete = (ask: readonly string[], withdraw: readonly string[]) =>
      ({
        operation: 'forms.completion',
        data: { id: 'form_2', ask: [...ask], withdraw: [...withdraw] },
      }) as const;
    from.save(read(true));
    from.save(complete(['user_p1', 'user_p2'], []));
    clock.run(1_000);
    to.save(read(false));
    to.save(complete([], ['user_p1']));
    transfer(from, to);
    const sent = to.all().map((each) => to.one(each.number));
    expect(sent.filter(({ operation }) => operation === 'notifications.update')).toMatchObject([
      { data: { read: false } },
    ]);
    expect(sent.filter(({ operation }) => operation === 'forms.completion')).toMatchObject([
      { data: { withdraw: ['user_p1'] } },
      { data: { ask: ['user_p2'], withdraw: [] } },
    ]);
  });

  test('of a record that the service has named meanwhile leads to that name', async () => {
    const [from, to] = [await createComputer(), await createComputer()];
    const { number, id } = from.save({ ...NEW_ORDER, saveId: 'press' });
    from.leave(number);
    from.save({ operation: 'requisitions.update', data: { id, name: 'Later' } });
    transfer(from, to);
    const [create] = to.all();
    if (create === undefined) throw new Error('nothing was imported');
    const { data } = to.one(create.number);
    unwrap(
      to.store.closeConfirmedChange({ number: create.number, data, ending: 'found', realId: 'req_new' }),
    );
    unwrap(
      from.kept['drafts.save']({
        key: JSON.stringify(['requisitions.update', id, '']),
        operation: 'requisitions.update',
        target: id,
        label: '',
        fields: {},
        seen: {},
      } as never),
    ); // as the editor saves it
    transfer(from, to);
    expect(to.all()).toMatchObject([{ id: 'req_new' }]);
    expect(unwrap(to.kept['drafts.list']({})).items).toMatchObject([{ target: 'req_new' }]);
  });

  test.each(Array.from({ length: 12 }, (_none, index) => index + 1))(
    'loses and doubles nothing, whatever was saved, sent and exported in between (seed %i)',
    async (number) => {
      const random = createSeededRandom(number);
      const computers = [await createComputer(), await createComputer(), await createComputer()] as const;
      const expected = new Set<string>();
      let saved = 0;
      for (let step = 0; step < 30; step++) {
        const at = pick(random, computers);
        if (random.fraction() < 0.6) {
          saved += 1;
          const name = `order ${saved}`;
          const saveId = random.fraction() < 0.7 ? { saveId: `save-${saved}` } : {};
          at.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, name }, ...saveId });
          expected.add(name);
        } else transfer(pick(random, computers), at);
      }
      const names = (at: Computer): readonly string[] =>
        at.all().map((each) => String(at.one(each.number).data['name']));
      for (const at of computers) expect(new Set(names(at)).size).toBe(names(at).length);
      // Everything reaches the last one, by way of the others.
      const [first, second, third] = computers;
      for (const [from, to] of [
        [first, second],
        [second, third],
        [first, third],
        [second, third],
      ] as const)
        transfer(from, to);
      expect(new Set(names(third))).toEqual(expected);
      expect(names(third)).toHaveLength(expected.size);
      const foreign = third.all().filter(({ state }) => state === 'saved');
      expect(foreign.every(({ number: own }) => third.one(own).evidence.imported === undefined)).toBe(true);
    },
  );
});

function pick<T>(random: RandomGenerator, from: readonly T[]): T {
  const found = from[Math.floor(random.fraction() * from.length)];
  if (found === undefined) throw new Error('there is nothing to choose from');
  return found;
}

describe('Imported local data', () => {
  test('adds what is not here, and what is newer than here', async () => {
    const [from, to] = [await createComputer(), await createComputer()];
    const name = (at: Computer, id: string, given: string) =>
      unwrap(at.kept.saveNames({ changes: [{ id, name: given }], source: 'entered', by: 'user_me' }));
    name(from, 'user_p1', 'Older there');
    name(to, 'user_p2', 'Older here');
    clock.run(1_000);
    name(from, 'user_p2', 'Newer there');
    name(to, 'user_p1', 'Newer here');
    const mark = { kind: 'requisition', id: 'req_1', note: 'call back', remindOn: null } as never; // a valid input
    unwrap(from.kept['followUps.set'](mark));
    const typed = [{ key: '["name","user_p1"]', input: '{"typed":"not saved"}' }];
    unwrap(from.kept['unsavedInput.save']({ changes: typed }));
    expect(transfer(from, to).others).toBe(2);
    expect(unwrap(to.kept['screenStates.list']({}))).toEqual({});
    const names = unwrap(to.kept['directory.list']({ search: '', limit: 10 } as never)).items;
    expect(names.map((entry) => entry.name).toSorted()).toEqual(['Newer here', 'Newer there']);
    expect(names).toMatchObject([{ savedBy: 'user_me', source: 'entered' }, { savedBy: 'user_me' }]);
    expect(unwrap(to.kept['followUps.list']({})).items).toMatchObject([{ note: 'call back' }]);
    expect(transfer(from, to).others).toBe(0);
  });

  test('keeps the last view and the last printing the last ones', async () => {
    const [from, to] = [await createComputer(), await createComputer()];
    const look = (at: Computer, raw: string) =>
      unwrap(
        at.kept.markViewed({ kind: 'requisition', id: 'req_1', raw, hash: new Uint8Array([raw.length]) }),
      );
    const print = (at: Computer, hash: string) =>
      unwrap(at.kept.logPdfAction({ requisition: 'req_1', action: 'printed', version: null, hash }));
    look(from, '{"name":"first"}');
    print(from, 'first');
    clock.run(1_000);
    look(to, '{"name":"second view"}');
    print(to, 'second');
    transfer(from, to);
    expect(look(to, '{"name":"third and last"}').fields).toMatchObject([{ was: '"second view"' }]);
    const log = unwrap(to.kept.listPrintLog({ limit: 10 })).items;
    expect(log.map(({ hash }) => hash)).toEqual(['second', 'first']);
  });
});
