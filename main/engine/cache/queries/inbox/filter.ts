import {
  createSpanAfter,
  createDaySpan,
  createSpanBefore,
  type InboxSearchTerm,
} from '#contract/notifications.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import {
  callTermHandler,
  type TermHandlersByField,
  type TermOfField,
  createIdMatcher,
  isDateInSpan,
  toAsciiLowerCase,
  type FilterContext,
} from '#main/engine/cache/query/filter.ts';
import { RowNumberSet } from '#main/engine/cache/ingest/row-set.ts';
import { fromColumnDate } from '#main/engine/cache/tables/columns.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';
import type { IndexedNotification } from './notification-index.ts';

/** What a filter needs besides the notifications. */
export interface FilterDeps {
  readonly cache: ReadableDb;
  readonly localData: Pick<FilterContext, 'idsNamed'>;
}

type Test = (notification: IndexedNotification) => boolean;
type Span = Parameters<typeof isDateInSpan>[1];

/** Memoizes a test of a word, because many notifications share the same words. */
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

function rowsWith(cache: ReadableDb, normalizedText: string): RowNumberSet {
  const rows = new RowNumberSet();
  const found = cache.all(sql<{ row: number }>`
    SELECT row FROM notification_text WHERE instr(text, ${normalizedText}) > 0`);
  for (const { row } of found) rows.add(row);
  return rows;
}

function ofText({ value }: TermOfField<'text', InboxSearchTerm>, { cache, localData }: FilterDeps): Test {
  const normalizedText = normalizeText(value);
  const rows = rowsWith(cache, normalizedText);
  const named = localData.idsNamed(normalizedText);
  return (notification) =>
    rows.has(notification.row) || named.has(notification.user) || named.has(notification.createdBy);
}

function ofKind({ value }: TermOfField<'about', InboxSearchTerm>): Test {
  const asked = toAsciiLowerCase(value);
  const isAsked = once((kind) => (kind === '' ? asked === 'nothing' : toAsciiLowerCase(kind) === asked));
  return (notification) => isAsked(notification.aboutKind);
}

function made(span: Span): Test {
  return (notification) => isDateInSpan(fromColumnDate(notification.at), span);
}

const TESTS: TermHandlersByField<FilterDeps, Test, InboxSearchTerm> = {
  text: ofText,
  to: ({ value }, { localData }) => {
    const isAsked = once(createIdMatcher(value, localData));
    return (notification) => isAsked(notification.user);
  },
  by: ({ value }, { localData }) => {
    const isAsked = once(createIdMatcher(value, localData));
    return (notification) => isAsked(notification.createdBy);
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
  search_from: ({ value }) => made(createSpanAfter(value)),
  search_until: ({ value }) => made(createSpanBefore(value)),
  search_on: ({ value }) => made(createDaySpan(value)),
};

/** Combines all terms of a filter into one test. */
export function createInboxMatcher(terms: readonly InboxSearchTerm[], context: FilterDeps): Test {
  const tests = terms.map((term) => ({ test: callTermHandler(TESTS, term, context), isNot: term.isNot }));
  return (notification) => tests.every(({ test, isNot }) => test(notification) !== isNot);
}
