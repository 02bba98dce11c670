import { expect, it } from 'vitest';
import { CACHE_MIGRATIONS } from '#main/engine/cache/file/open.ts';
import { isUsable } from '../../bench/window/filled-folder.ts';

const MORNING = new Date(2026, 2, 12, 8).getTime();
const EVENING = new Date(2026, 2, 12, 23).getTime();
const NEXT_DAY = new Date(2026, 2, 13, 1).getTime();
const SIZES = { requisitions: 200, forms: 10, notifications: 120 };
const FACTS = { ...SIZES, filledAt: MORNING, port: 1, schema: CACHE_MIGRATIONS.length };

it('A filled folder is used again on the same day', () => {
  expect(isUsable(FACTS, SIZES, EVENING)).toBe(true);
});

it('It is filled again on the next day, because the appointments of today are measured', () => {
  expect(isUsable(FACTS, SIZES, NEXT_DAY)).toBe(false);
});

it('It is filled again for other sizes, and for another schema', () => {
  expect(isUsable(FACTS, { ...SIZES, notifications: 121 }, EVENING)).toBe(false);
  expect(isUsable({ ...FACTS, schema: FACTS.schema - 1 }, SIZES, EVENING)).toBe(false);
});
