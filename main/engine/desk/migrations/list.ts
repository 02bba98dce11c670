import type { Migration } from '#main/engine/store/migration.ts';
import { outbox } from './0001-outbox.ts';
import { keepsakes } from './0002-keepsakes.ts';
import { formsAndInbox } from './0003-forms-and-inbox.ts';

/** Every step of the desk file, oldest first. */
export const DESK_MIGRATIONS: readonly Migration[] = [outbox, keepsakes, formsAndInbox];
