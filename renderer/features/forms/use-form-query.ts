import { useStore } from 'zustand';
import type { FormQuery } from '#renderer/state/form-list.ts';
import { useDesk } from '#renderer/state/use-desk.ts';

/** The query of the list of forms as it holds now. */
export function useFormQuery(): FormQuery {
  return useStore(useDesk().browsers.form.list.store, ({ filter }) => filter);
}
