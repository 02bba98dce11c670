import { storageError } from '#main/engine/store/sqlite-errors.ts';

/** What a query of a damaged file answers, or `otherwise` where it meets the damage. */
export function readable<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (thrown) {
    if (storageError(thrown)?.code !== 'storage-damaged') throw thrown;
    return otherwise;
  }
}
