import { expect, it } from 'vitest';
import { toAccessFilter } from '#renderer/features/access-log/filters.ts';
import { NO_ACCESS_FILTERS } from '#renderer/state/access-log-filters.ts';

it.each([
  [' user_abcdefghij12345 ', 'user_abcdefghij12345'],
  ['user_…12345', '12345'],
  ['12345', '12345'],
])('%j as a person or a patient is the id that ends with it', (typed, id) => {
  const filter = toAccessFilter({ ...NO_ACCESS_FILTERS, user: typed, patient: typed }, 'UTC');
  expect(filter).toEqual({ user: id, patient: id });
});

it('an entry without an id filters nothing', () => {
  expect(toAccessFilter({ ...NO_ACCESS_FILTERS, user: ' ', patient: 'user_…' }, 'UTC')).toEqual({});
});
