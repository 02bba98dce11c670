import { useStore } from 'zustand';
import { getPolicy } from '#renderer/state/program/computer.ts';
import { useStores } from '#renderer/state/use-stores.ts';

/**
 * Hook that returns after how many days copies that are not used are removed from this computer: those of the settings, or of the policy
 * where it allows fewer.
 */
export function useRetentionDays(): { readonly days: number; readonly most: number | null } {
  const { preferences, computer } = useStores();
  const chosen = useStore(preferences.store, ({ settings }) => settings.retentionDays);
  const most = useStore(computer.store, getPolicy)?.retention?.days ?? null;
  return { days: most === null ? chosen : Math.min(chosen, most), most };
}
