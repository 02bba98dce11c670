import { useStore } from 'zustand';
import type { FormQuery } from '#renderer/state/form-list.ts';
import { useStores } from '#renderer/state/use-desk.ts';

/** The query of the list of forms as it holds now. */
export function useFormQuery(): FormQuery {
  return useStore(useStores().browsers.form.list.store, ({ filter }) => filter);
}
