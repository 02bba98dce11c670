import {
  createSpanAfter,
  createUtcDaySpan,
  createSpanBefore,
  type InboxSearchTerm,
} from '#contract/notifications.ts';
import { emptySql, sql, toSqlList, type Sql } from '#main/engine/sqlite/sql.ts';
import {
  callTermHandler,
  type FilterContext,
  type TermHandlersByField,
  toAsciiLowerCase,
} from '#main/engine/cache/query/filter.ts';
import { buildIdSearchCondition } from '#main/engine/cache/queries/requisitions/conditions.ts';
import type { LocalAnnotationsReader } from '#main/engine/cache/pending/local-data.ts';
import { MISSING_DATE_SORT_VALUE } from '#main/engine/cache/tables/cursor.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';
import { isAboutPatient } from './subject-patient.ts';

/** What the condition of a filter of the inbox is built from. */
export interface InboxConditionInput {
  readonly localData: Pick<FilterContext, 'idsNamed'> & Pick<LocalAnnotationsReader, 'snoozes'>;
  /** The name of the notification in the query. */
  readonly table: Sql;
  /** Its read mark. */
  readonly read: Sql;
  /** The state of its pending changes; NULL where it has none. */
  readonly pending: Sql;
  /** The user of the account; null where it is not known. */
  readonly accountUser: string | null;
}

interface Span {
  readonly from: number | null;
  readonly until: number | null;
}

function wasMade({ from, until }: Span): Sql {
  const start = from === null ? emptySql : sql` AND created_at >= ${from}`;
  const end = until === null ? emptySql : sql` AND created_at < ${until}`;
  return sql`created_at > ${MISSING_DATE_SORT_VALUE}${start}${end}`;
}

function containsText(value: string, { localData, table }: InboxConditionInput): Sql {
  const normalizedText = normalizeText(value);
  const named = localData.idsNamed(normalizedText);
  // The texts are in a table of their own, and pending changes change none of them.
  const inText = sql`EXISTS (
    SELECT 1 FROM notification_text AS texts WHERE texts.row = ${table}.row AND instr(texts.text, ${normalizedText}) > 0)`;
  if (named.size === 0) return inText;
  const people = toSqlList(named);
  return sql`${inText} OR user IN ${people} OR created_by IN ${people} OR (${isAboutPatient(table, people)})`;
}

function isAbout(value: string): Sql {
  const kind = toAsciiLowerCase(value);
  return kind === 'nothing'
    ? sql`about_kind = '' OR lower(about_kind) = 'nothing'`
    : sql`about_kind <> '' AND lower(about_kind) = ${kind}`;
}

/** Returns the ids of the notifications that are snoozed now. */
export function listSnoozedNotificationIds(
  localData: Pick<LocalAnnotationsReader, 'snoozes'>,
): readonly string[] {
  return [...localData.snoozes()].filter(([, { isOver }]) => !isOver).map(([id]) => id);
}

/** Returns the ids of the notifications that were snoozed and whose time has come. */
export function listEndedSnoozes(localData: Pick<LocalAnnotationsReader, 'snoozes'>): readonly string[] {
  return [...localData.snoozes()].filter(([, { isOver }]) => isOver).map(([id]) => id);
}

/** Returns the rows of notifications for `IN`: an index of notifications contains rows, but no ids. */
export function toRowsOfIds(ids: readonly string[]): Sql {
  return sql`(SELECT one.row FROM main.notification AS one WHERE one.id IN ${toSqlList(ids)})`;
}

/** Hides what is snoozed, unless the filter asks for it. */
function hideSnoozed(terms: readonly InboxSearchTerm[], { localData }: InboxConditionInput): Sql {
  const snoozed = terms.some(({ field }) => field === 'snoozed') ? [] : listSnoozedNotificationIds(localData);
  return snoozed.length === 0 ? sql`TRUE` : sql`row NOT IN ${toRowsOfIds(snoozed)}`;
}

/** The condition for what `isForAccountUser` says. */
function isForUser(user: string | null): Sql {
  return user === null ? sql`TRUE` : sql`user IN (${user}, '')`;
}

/** The condition of each operator, for stored notifications and for those with pending changes. */
const CONDITIONS: TermHandlersByField<InboxConditionInput, Sql, InboxSearchTerm> = {
  text: ({ value }, input) => containsText(value, input),
  to: ({ value }, input) => buildIdSearchCondition(sql`user`, value, input),
  by: ({ value }, input) => buildIdSearchCondition(sql`created_by`, value, input),
  about: ({ value }) => isAbout(value),
  mine: ({ value }, { accountUser }) =>
    value ? isForUser(accountUser) : sql`NOT (${isForUser(accountUser)})`,
  unread: ({ value }, { read }) => (value ? sql`${read} = 0` : sql`${read} <> 0`),
  unsent: ({ value }, { pending }) => (value ? sql`${pending} IS NOT NULL` : sql`${pending} IS NULL`),
  snoozed: ({ value }, { localData }) => {
    const snoozed = toRowsOfIds(listSnoozedNotificationIds(localData));
    return value ? sql`row IN ${snoozed}` : sql`row NOT IN ${snoozed}`;
  },
  created: wasMade,
  search_from: ({ value }) => wasMade(createSpanAfter(value)),
  search_until: ({ value }) => wasMade(createSpanBefore(value)),
  search_on: ({ value }) => wasMade(createUtcDaySpan(value)),
};

/** Converts a filter to a condition on the table of notifications. The condition is never NULL. */
export function buildInboxCondition(terms: readonly InboxSearchTerm[], input: InboxConditionInput): Sql {
  return terms.reduce<Sql>(
    (all, term) => {
      const condition = sql`(${callTermHandler(CONDITIONS, term, input)})`;
      return term.isNot ? sql`${all} AND NOT ${condition}` : sql`${all} AND ${condition}`;
    },
    hideSnoozed(terms, input),
  );
}
