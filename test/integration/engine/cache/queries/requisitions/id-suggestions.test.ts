import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LocalNameIndex } from '#main/engine/cache/pending/local-names.ts';
import { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { rawForm, rawNotification, rawRequisition } from '../../../../../support/builders.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { nameId } from '../../../../../support/lists.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';

let cache: CacheAndLocal;
beforeEach(async () => {
  cache = await cacheAndLocal();
});
afterEach(() => cache.close());

function keepRequisitionsOf(...patients: readonly string[]): void {
  cache.sweep(
    'requisition',
    patients.map((patient, n) =>
      rawRequisition({ id: `req_${n}`, patient, ordering_provider: 'user_doctor' }),
    ),
  );
}

function suggest(search: string, change: object = {}): readonly string[] {
  const asked = { family: 'user', as: 'patient', search, limit: 12, ...change };
  return unwrap(cache.read('ids.suggest', asked as never)).items.map(({ id }) => id);
}

describe('somebody with a local name and no record', () => {
  test('is suggested after those with records, and a namesake right after the one of that name', () => {
    keepRequisitionsOf('user_seen', 'user_zoe');
    nameId(cache, 'user_seen', 'Owen Sullivan');
    nameId(cache, 'user_zoe', 'Zoe Owen');
    nameId(cache, 'user_namesake', 'Owen SULLIVAN');
    nameId(cache, 'user_other', 'Ann Bowen');
    nameId(cache, 'user_first', 'Owen Abel');
    expect(suggest('owen sullivan')).toEqual(['user_seen', 'user_namesake']);
    expect(suggest('owen')).toEqual(['user_seen', 'user_namesake', 'user_zoe', 'user_first', 'user_other']);
    expect(suggest('mesake')).toEqual(['user_namesake', 'user_seen']);
  });

  test('is suggested where the cache is empty, by a name of which some other family has the like too', () => {
    nameId(cache, 'user_1', 'Agnieszka Wiśniewska');
    nameId(cache, 'fac_1', 'Wiśniewska Lab');
    nameId(cache, 'mctr_1', 'Wiśniewska Centre');
    expect(suggest('wiśn')).toEqual(['user_1']);
    expect(suggest('')).toEqual(['user_1']);
    expect(suggest('wiśn', { family: 'facility', as: 'any' })).toEqual(['fac_1']);
    expect(suggest('wiśn', { family: 'medicalCenter', as: 'any' })).toEqual(['mctr_1']);
  });

  test('is not cut off by the limit where people of the same name have records', () => {
    keepRequisitionsOf('user_a', 'user_b', 'user_c');
    for (const id of ['user_a', 'user_b', 'user_c', 'user_d', 'user_e']) nameId(cache, id, 'John Smith');
    nameId(cache, 'user_z', 'John Smithson');
    expect(suggest('john', { limit: 2 })).toEqual(['user_a', 'user_b', 'user_c', 'user_d', 'user_e']);
    nameId(cache, 'user_y', 'John Smithson');
    expect(suggest('smithson', { limit: 1 })).toEqual(['user_y', 'user_z']);
  });

  test('fills a list no further than its limit, also where staff of the same name come first', () => {
    cache.sweep(
      'requisition',
      Array.from({ length: 150 }, (_none, n) =>
        rawRequisition({ id: `req_${n}`, patient: 'user_p', ordering_provider: `user_${n}` }),
      ),
    );
    for (let n = 0; n < 400; n++) nameId(cache, `user_${n}`, `Kim ${String(n).padStart(3, '0')}`);
    expect(suggest('kim', { limit: 3 })).toEqual(['user_150', 'user_151', 'user_152']);
    expect(suggest('kim', { limit: 3, as: 'provider' })).toEqual(['user_0', 'user_1', 'user_2']);
  });
});

describe('somebody whose records show a role', () => {
  test('is suggested in no other one, unless the records have both', () => {
    keepRequisitionsOf('user_patient', 'user_both');
    cache.sweep('form', [rawForm({ id: 'form_1', created_by: 'user_desk' })]);
    cache.store(
      'requisition',
      rawRequisition({ id: 'req_9', patient: 'user_patient', ordering_provider: 'user_both' }),
    );
    for (const who of ['patient', 'both', 'doctor', 'desk']) nameId(cache, `user_${who}`, 'Kim Lee');
    // Who has created a form may be a patient, a provider or neither: the records do not tell.
    expect(suggest('kim').toSorted()).toEqual(['user_both', 'user_desk', 'user_patient']);
    expect(suggest('kim', { as: 'provider' }).toSorted()).toEqual(['user_both', 'user_desk', 'user_doctor']);
    expect(suggest('kim', { as: 'any' })).toHaveLength(4);
  });

  test('is suggested as a patient where notifications alone name the person', () => {
    cache.sweep('notification', [rawNotification({ id: 'notf_1', user: 'user_told' })]);
    nameId(cache, 'user_told', 'Kim Lee');
    expect(suggest('kim')).toEqual(['user_told']);
  });
});

describe('a name with accents', () => {
  test.each([
    ['noelle benoit', 'Noëlle Benoît'],
    ['wisniewska', 'Agnieszka Wiśniewska'],
    ['grossmann', 'Jürgen Großmann'],
    ['lukasz', 'Łukasz Nowak'],
    ['soren', 'Søren Ægir'],
    ['AEGIR', 'Søren Ægir'],
    ['dordevic', 'Ana Đorđević'],
    ['احمد', 'أحمد'],
    ['großmann', 'Jurgen Grossmann'],
    ['wiśniewska', 'Agnieszka Wisniewska'],
    ['nguyen', 'Nguye\u0302\u0303n'],
  ])('is found by %s', (search, name) => {
    nameId(cache, 'user_1', name);
    nameId(cache, 'user_2', 'Ann Lee');
    expect(suggest(search)).toEqual(['user_1']);
    keepRequisitionsOf('user_1', 'user_2');
    expect(suggest(search)).toEqual(['user_1']);
  });

  test('comes after the names that have the text as it is typed, and next to its namesake without accents', () => {
    keepRequisitionsOf('user_accented');
    nameId(cache, 'user_accented', 'Ann Benoît');
    nameId(cache, 'user_exact', 'Zoe Benoit');
    expect(suggest('benoit')).toEqual(['user_exact', 'user_accented']);
    expect(suggest('benoit', { limit: 1 })).toEqual(['user_exact']);
    expect(suggest('benoît')).toEqual(['user_accented', 'user_exact']);
    nameId(cache, 'user_plain', 'Ann Benoit');
    expect(suggest('benoit')).toEqual(['user_plain', 'user_accented', 'user_exact']);
    expect(suggest('ann benoit', { limit: 1 })).toEqual(['user_plain', 'user_accented']);
    expect(suggest('ann benoît', { limit: 1 })).toEqual(['user_accented', 'user_plain']);
  });

  test('is found as soon as it is saved, and no longer once it has changed; accents alone find no name without them', () => {
    const rename = (name: string, savedAt: number) =>
      cache.app.run(sql`INSERT OR REPLACE INTO directory (id, name, normalized_name, saved_at)
        VALUES ('user_1', ${name}, ${name.toLowerCase()}, ${savedAt})`);
    rename('Noëlle', 1);
    expect(suggest('noelle')).toEqual(['user_1']);
    rename('Zoë', 2);
    expect([suggest('noelle'), suggest('zoe')]).toEqual([[], ['user_1']]);
    expect(suggest('\u0308')).toEqual([]);
  });

  test('finds the records of the person, while texts of records keep their accents', () => {
    cache.sweep('requisition', [
      rawRequisition({ id: 'req_named', patient: 'user_1', name: 'Ferritin' }),
      rawRequisition({ id: 'req_text', patient: 'user_2', name: 'Benoît test' }),
    ]);
    nameId(cache, 'user_1', 'Noëlle Benoît');
    cache.sweep('form', [rawForm({ id: 'form_named', name: 'Diary', created_by: 'user_1' })]);
    const list = (name: 'worklist.page' | 'forms.page', field: string) => {
      const terms = [{ field, value: 'benoit', isNot: false }];
      const order = { by: 'updated', descending: true };
      return unwrap(cache.read(name, { tab: 'all', terms, order, limit: 10 } as never)).items.map(
        ({ id, hit }) => [id, hit],
      );
    };
    const hit = { where: 'people', excerpt: 'Noëlle Benoît' };
    expect(list('worklist.page', 'patient').map(([id]) => id)).toEqual(['req_named']);
    expect(list('worklist.page', 'text')).toEqual([['req_named', hit]]);
    expect(list('forms.page', 'text')).toEqual([['form_named', hit]]);
  });
});

describe('with thousands of names', () => {
  /** Returns the plans of the queries of the local store that `work` runs. */
  function listPlans(work: (names: LocalNameIndex) => unknown): readonly string[] {
    const local = new ReadOnlyLocalStoreView(cache.file);
    local.snapshot(() => undefined);
    const queries: Sql[] = [];
    const all = local.all.bind(local);
    local.all = (query) => {
      queries.push(query);
      return all(query);
    };
    work(new LocalNameIndex(local));
    const plans = queries.flatMap((query) =>
      all(sql<{ detail: string }>`EXPLAIN QUERY PLAN ${query}`).map(({ detail }) => detail),
    );
    local.close();
    return plans;
  }
  const users = { from: 'user_', end: 'user`' };

  const SCAN_OF_INDEX = 'SCAN directory USING COVERING INDEX directory_name';

  test('names that begin with a text, and equal names, are found in the index of names', () => {
    for (const work of [
      (names: LocalNameIndex) => names.idsBeginning('ow', users, 12),
      (names: LocalNameIndex) => names.idsWithSameNames(['Owen'], users, 12),
    ]) {
      const plans = listPlans(work).filter((detail) => !/json_each|LIST SUBQUERY/.test(detail));
      expect(plans[0]).toMatch(/^SEARCH directory USING COVERING INDEX directory_name/);
      // The names whose accents are left out are read once.
      expect(plans.slice(1).filter((detail) => detail !== SCAN_OF_INDEX)).toEqual([]);
    }
  });

  test('names that contain a text are read from the index of names alone, in its order', () => {
    expect(listPlans((names) => names.idsContaining('ow'))).toEqual([SCAN_OF_INDEX, SCAN_OF_INDEX]);
  });

  test('names with accents are read again where a name has changed, and not with every commit', () => {
    const local = new ReadOnlyLocalStoreView(cache.file);
    local.snapshot(() => undefined);
    const all = vi.spyOn(local, 'all');
    const names = new LocalNameIndex(local);
    const countReads = () => {
      all.mockClear();
      names.invalidate();
      names.idsContaining('ow');
      return all.mock.calls.length;
    };
    const counts = [countReads(), countReads()];
    nameId(cache, 'user_1', 'Zoë');
    counts.push(countReads(), countReads());
    expect(counts).toEqual([2, 1, 2, 1]);
    local.close();
  });
});
