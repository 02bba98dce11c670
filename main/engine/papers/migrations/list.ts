import type { Migration } from '#main/engine/store/migration.ts';
import { initial } from './0001-initial.ts';

/** The schema of `pdfs.db`, step by step. */
export const PDF_MIGRATIONS: readonly Migration[] = [initial];
