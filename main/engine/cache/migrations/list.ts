import { initial } from './0001-initial.ts';
import { listFacts } from './0002-learned.ts';
import { worklist } from './0003-worklist.ts';
import { forms } from './0004-forms.ts';
import { inbox } from './0005-inbox.ts';
import { reviewedVersion } from './0006-reviewed-version.ts';
import { missing } from './0007-missing.ts';
import type { Migration } from '#main/engine/store/migration.ts';

/** Every step, oldest first. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  listFacts,
  worklist,
  forms,
  inbox,
  reviewedVersion,
  missing,
];
