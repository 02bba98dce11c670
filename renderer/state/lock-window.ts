import type { Stores } from './stores.ts';

/** How long saving what is typed may delay the lock, in milliseconds: the window has to be covered within a second. */
const SAVING_TIME = 300;

/** Locks the window, which ends this page; what is typed in the editors is saved as drafts before. */
export async function saveDraftsAndLock({
  lock,
  editor,
  formEditor,
}: Pick<Stores, 'lock' | 'editor' | 'formEditor'>): Promise<void> {
  const saved = Promise.all([editor.saveDraft(), formEditor.saveDraft()]);
  const overdue = new Promise<void>((resolve) => {
    setTimeout(resolve, SAVING_TIME);
  });
  await Promise.race([saved, overdue]);
  await lock.lockNow();
}
