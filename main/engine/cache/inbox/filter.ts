import { spanFrom, spanOn, spanUntil, type InboxTerm } from '#contract/inbox.ts';
import type { ReadableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';
import { byField, type ByField, type TermOf } from '../by-field.ts';
import { RowSet } from '../row-set.ts';
import { readDate } from '../summary.ts';
import { asksFor, isWithin, type World } from '../terms.ts';
import { plainLower } from '../worklist/matches.ts';
import { foldText } from '../worklist/searched-text.ts';
import type { Alert } from './book.ts';

/** What a filter asks besides the alerts. */
export interface FilterGround {
  readonly cache: ReadableDb;
  readonly keepsakes: Pick<World, 'idsNamed'>;
}

type Test = (alert: Alert) => boolean;
type Span = Parameters<typeof isWithin>[1];

/** A test of a word that many alerts share, made once for each. */
function once(test: (word: string) => boolean): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const answer = test(word);
    known.set(word, answer);
    return answer;
  };
}

function rowsWith(cache: ReadableDb, folded: string): RowSet {
  const rows = new RowSet();
  const found = cache.all(sql<{ row: number }>`
    SELECT row FROM notification_text WHERE instr(text, ${folded}) > 0`);
  for (const { row } of found) rows.add(row);
  return rows;
}

function ofText({ value }: TermOf<'text', InboxTerm>, { cache, keepsakes }: FilterGround): Test {
  const folded = foldText(value);
  const rows = rowsWith(cache, folded);
  const named = keepsakes.idsNamed(folded);
  return (alert) => rows.has(alert.row) || named.has(alert.user) || named.has(alert.createdBy);
}

function ofKind({ value }: TermOf<'about', InboxTerm>): Test {
  const asked = plainLower(value);
  const isAsked = once((kind) => (kind === '' ? asked === 'nothing' : plainLower(kind) === asked));
  return (alert) => isAsked(alert.aboutKind);
}

function made(span: Span): Test {
  return (alert) => isWithin(readDate(alert.at), span);
}

const TESTS: ByField<FilterGround, Test, InboxTerm> = {
  text: ofText,
  to: ({ value }, { keepsakes }) => {
    const isAsked = once(asksFor(value, keepsakes));
    return (alert) => isAsked(alert.user);
  },
  by: ({ value }, { keepsakes }) => {
    const isAsked = once(asksFor(value, keepsakes));
    return (alert) => isAsked(alert.createdBy);
  },
  about: ofKind,
  unread:
    ({ value }) =>
    ({ isUnread }) =>
      isUnread === value,
  unsent:
    ({ value }) =>
    ({ pending }) =>
      (pending !== null) === value,
  created: made,
  search_from: ({ value }) => made(spanFrom(value)),
  search_until: ({ value }) => made(spanUntil(value)),
  search_on: ({ value }) => made(spanOn(value)),
};

/** A whole filter as one test. */
export function testOf(terms: readonly InboxTerm[], ground: FilterGround): Test {
  const tests = terms.map((term) => ({ test: byField(TESTS, term, ground), isNot: term.isNot }));
  return (alert) => tests.every(({ test, isNot }) => test(alert) !== isNot);
}
