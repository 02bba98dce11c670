import { useStore } from 'zustand';
import type { InboxQuery } from '#renderer/state/inbox-query.ts';
import { useDesk } from '#renderer/state/use-desk.ts';

/** The query of the inbox as it holds now. */
export function useInboxQuery(): InboxQuery {
  return useStore(useDesk().browsers.notification.list.store, ({ filter }) => filter);
}
