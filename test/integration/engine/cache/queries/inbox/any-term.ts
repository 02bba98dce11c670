import fc from 'fast-check';
import type { InboxSearchTerm } from '#contract/notifications.ts';
import { toEpochMs } from '#contract/time.ts';

const MOMENTS = [
  '2026-03-01T00:00:00.000Z',
  '2026-03-01T11:30:00.123+02:00',
  '2026-03-01T18:59:59.999-05:00',
];

/** Words in the texts of drawn notifications, and words that filters search for. */
export const word = fc.constantFrom('Lab', 'result', 'é', 'visit tomorrow', 'zz', 'Anna', 'maker');

const isNot = fc.boolean();
const moment = fc.constantFrom(...MOMENTS);
/** Any term of a filter of the inbox. */
export const term: fc.Arbitrary<InboxSearchTerm> = fc.oneof(
  fc.record({ field: fc.constant('text' as const), value: fc.oneof(word, fc.constant('END')), isNot }),
  fc.record({
    field: fc.constantFrom('to' as const, 'by' as const),
    value: fc.constantFrom('user_anna', 'anna', 'tem', 'ystem', 'User_anna', 'Bert'),
    isNot,
  }),
  fc.record({
    field: fc.constant('about' as const),
    value: fc.constantFrom('message', 'requisition', 'nothing', 'form'),
    isNot,
  }),
  fc.record({
    field: fc.constantFrom('mine' as const, 'unread' as const, 'unsent' as const, 'snoozed' as const),
    value: fc.boolean(),
    isNot,
  }),
  fc.record({
    field: fc.constant('created' as const),
    from: fc.option(moment.map((at) => toEpochMs(Date.parse(at)))),
    until: fc.option(moment.map((at) => toEpochMs(Date.parse(at)))),
    isNot,
  }),
  fc.record({
    field: fc.constantFrom('search_from' as const, 'search_until' as const),
    value: moment,
    isNot,
  }),
  fc.record({
    field: fc.constant('search_on' as const),
    value: fc.constantFrom('2026-02-28', '2026-03-01', '2026-03-02'),
    isNot,
  }),
);
