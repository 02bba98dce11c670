import { useMemo, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type EpochMs, epochMs } from '#contract/time.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { createFormat, type Format } from '#renderer/ui/format.ts';

/** Formats dates and times in the time zone of the settings. */
export function useFormat(): Format {
  const { store } = useStores().preferences;
  const zone = useStore(store, ({ settings }) => settings.timeZone);
  return useMemo(() => createFormat(zone), [zone]);
}

/** A date and time in the time zone of the settings, or "Not given". */
export function DateTime({ at }: { readonly at: EpochMs | null }) {
  const { dateTime } = useFormat();
  const text = useText();
  return at === null ? (
    <span className="muted">{text('record.empty')}</span>
  ) : (
    <span className="tabular">{dateTime(at)}</span>
  );
}

/** How urgent an age is: amber from one week, red from two weeks or if overdue. */
export type AgeTone = 'calm' | 'amber' | 'red';

/** How long something has stood, in words. */
export interface AgeText {
  readonly words: string;
  readonly tone: AgeTone;
}

const AMBER_DAYS = 7;
const RED_DAYS = 14;

/** The tone for the number of days that an item has been waiting. */
export function getAgeTone(days: number): AgeTone {
  if (days < AMBER_DAYS) return 'calm';
  return days < RED_DAYS ? 'amber' : 'red';
}

const TICK_MS = 30_000;

/** Returns the current time and updates it twice a minute, so that ages stay correct. */
export function useCurrentTime(): EpochMs {
  const [now, setNow] = useState(() => epochMs(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setNow(epochMs(Date.now())), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
