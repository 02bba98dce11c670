import type { Migration } from '#main/engine/store/migration.ts';
import { initial } from './0001-initial.ts';

/** The schema of `papers.db`, step by step. */
export const PAPER_MIGRATIONS: readonly Migration[] = [initial];
