import { expect, it } from 'vitest';
import { MAX_NAMED_IDS } from '#contract/access-log.ts';
import { toAccessFilter } from '#renderer/features/access-log/filters.ts';
import { NO_ACCESS_FILTERS } from '#renderer/state/access-log-filters.ts';

it.each([
  [' user_abcdefghij12345 ', 'user_abcdefghij12345'],
  ['user_…12345', '12345'],
  ['12345', '12345'],
])('%j as a person or a patient is the id that ends with it', (typed, id) => {
  const { filter } = toAccessFilter({ ...NO_ACCESS_FILTERS, user: typed, patient: typed }, 'UTC');
  expect(filter).toEqual({ user: id, patient: id });
});

it('an entry without an id filters nothing', () => {
  const typed = { ...NO_ACCESS_FILTERS, user: ' ', patient: 'user_…' };
  expect(toAccessFilter(typed, 'UTC').filter).toEqual({});
});

it('a part of a local name stands for every id that has it, whatever its case and accents are', () => {
  const names = [
    { id: 'user_1', name: 'Zoë Haddad 12 Mar 1980' },
    { id: 'user_2', name: 'ZOE Miller ' },
    { id: 'user_3', name: 'Ana' },
  ];
  expect(toAccessFilter({ ...NO_ACCESS_FILTERS, user: ' zoe' }, 'UTC', names)).toEqual({
    filter: { user: 'zoe', userNamed: ['user_1', 'user_2'] },
    isCut: false,
  });
});

it('says that a name stands for more ids than a filter can hold', () => {
  const names = Array.from({ length: MAX_NAMED_IDS + 1 }, (_, at) => ({ id: `user_${at}`, name: 'Ana' }));
  const { filter, isCut } = toAccessFilter({ ...NO_ACCESS_FILTERS, patient: 'ana' }, 'UTC', names);
  expect(filter.patientNamed).toHaveLength(MAX_NAMED_IDS);
  expect(isCut).toBe(true);
});
