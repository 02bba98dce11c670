import { initial } from './0001-initial.ts';
import { learned } from './0002-learned.ts';
import { worklist } from './0003-worklist.ts';
import type { Migration } from '#main/engine/store/migration.ts';

/** Every step, oldest first. */
export const MIGRATIONS: readonly Migration[] = [initial, learned, worklist];
