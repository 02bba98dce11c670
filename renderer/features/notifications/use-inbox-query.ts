import { useStore } from 'zustand';
import type { InboxQuery } from '#renderer/state/inbox-query.ts';
import { useStores } from '#renderer/state/use-desk.ts';

/** The query of the inbox as it holds now. */
export function useInboxQuery(): InboxQuery {
  return useStore(useStores().browsers.notification.list.store, ({ filter }) => filter);
}
