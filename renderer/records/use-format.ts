import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-desk.ts';
import { createFormat, type Format } from '#renderer/ui/format.ts';

/** Dates and times in the desk's time zone. */
export function useFormat(): Format {
  const { store } = useStores().preferences;
  const zone = useStore(store, ({ settings }) => settings.timeZone);
  return useMemo(() => createFormat(zone), [zone]);
}
