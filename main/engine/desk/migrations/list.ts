import type { Migration } from '#main/engine/store/migration.ts';
import { outbox } from './0001-outbox.ts';
import { localData } from './0002-keepsakes.ts';
import { formsAndInbox } from './0003-forms-and-inbox.ts';
import { joinedSaves } from './0004-joined-saves.ts';
import { missing } from './0005-missing.ts';

/** Every step of the desk file, oldest first. */
export const LOCAL_MIGRATIONS: readonly Migration[] = [
  outbox,
  localData,
  formsAndInbox,
  joinedSaves,
  missing,
];
