import { LOCAL_DATA_KINDS, type LocalDataKind } from '#contract/local-data.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { copyTableOfAttachedOldStore, type CopiedTable } from './copy-table.ts';

interface TableSpec extends CopiedTable {
  readonly kind: LocalDataKind;
}

const NUMBER = sql`number`;
const ID = sql`id`;
const KIND = sql`kind`;
const SAVED_AT = sql`saved_at`;

const TABLES: readonly TableSpec[] = [
  {
    kind: 'drafts',
    name: sql`draft`,
    key: [sql`key`],
    rest: [sql`operation`, sql`target`, sql`label`, sql`fields`, sql`seen`, SAVED_AT],
  },
  {
    kind: 'directory',
    name: sql`directory`,
    key: [ID],
    rest: [
      sql`name`,
      sql`normalized_name`,
      SAVED_AT,
      sql`identifier`,
      sql`source`,
      sql`saved_by`,
      sql`reading`,
      sql`sourced_at`,
      sql`checked_at`,
    ],
  },
  // What documents say about ids is read from them again.
  {
    kind: 'followUps',
    name: sql`follow_up`,
    key: [KIND, ID],
    rest: [sql`note`, sql`marked_at`, sql`remind_on`],
  },
  {
    kind: 'views',
    name: sql`saved_view`,
    key: [ID],
    rest: [sql`name`, sql`query`, sql`tab`, sql`sorted_by`, sql`descending`, SAVED_AT],
  },
  {
    kind: 'views',
    name: sql`screen_view`,
    key: [ID],
    rest: [sql`screen`, sql`name`, sql`query`, SAVED_AT],
  },
  {
    kind: 'snoozes',
    name: sql`snooze`,
    key: [sql`notification`],
    rest: [sql`until`, sql`snoozed_at`, sql`is_over`],
  },
  { kind: 'templates', name: sql`template`, key: [ID], rest: [sql`name`, sql`fields`, SAVED_AT] },
  { kind: 'views', name: sql`screen_state`, key: [sql`screen`], rest: [sql`state`] },
  {
    kind: 'ledger',
    name: sql`print_log`,
    key: [NUMBER],
    rest: [sql`requisition`, sql`action`, sql`at`, sql`version`, sql`hash`],
  },
  { kind: 'ledger', name: sql`offline_policy`, key: [sql`id`], rest: [sql`keep`, sql`max_megabytes`] },
  { kind: 'ledger', name: sql`pack_schedule`, key: [sql`id`], rest: [sql`schedule`] },
  {
    kind: 'favourites',
    name: sql`favourite`,
    key: [sql`list`, sql`code`, sql`description`],
    rest: [SAVED_AT],
  },
  {
    kind: 'completions',
    name: sql`completion_request`,
    key: [sql`form`, sql`patient`, sql`requested_at`],
    rest: [sql`requested_by`, sql`seen_at`, sql`state`, sql`ended_after`, sql`ended_before`],
  },
  { kind: 'completions', name: sql`unpublished_form`, key: [sql`form`], rest: [sql`since`] },
  {
    kind: 'formReminders',
    name: sql`completion_reminder`,
    key: [sql`form`, sql`patient`],
    rest: [sql`remind_on`, sql`note`],
  },
  {
    kind: 'missing',
    name: sql`missing_record`,
    key: [KIND, ID],
    rest: [
      sql`reason`,
      sql`name`,
      sql`patient`,
      sql`raw`,
      sql`fetched_at`,
      sql`has_open_review`,
      sql`moved_at`,
      sql`confirmed_at`,
    ],
  },
  {
    kind: 'looks',
    name: sql`viewed_version`,
    key: [NUMBER],
    rest: [KIND, ID, sql`hash`, sql`raw`, sql`viewed_at`],
  },
  {
    kind: 'looks',
    name: sql`reviewed_version`,
    key: [ID],
    rest: [sql`reviews`, sql`result`, sql`received`],
  },
];

/**
 * Copies the readable rows of the damaged local store that is attached as `old`.
 * @returns the kinds of data that could not be copied in full
 */
export function copyReadableRowsOfAttachedOldStore(db: Connection): readonly LocalDataKind[] {
  const cut = new Set<LocalDataKind>();
  for (const table of TABLES) {
    if (!copyTableOfAttachedOldStore(db, table).isWhole) cut.add(table.kind);
  }
  return LOCAL_DATA_KINDS.filter((kind) => cut.has(kind));
}
