import { useMemo, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type EpochMs, toEpochMs } from '#contract/time.ts';
import { useFirstStores } from '#renderer/state/use-stores.ts';
import { useLocale, useFirstText } from '#renderer/text/first-text.ts';
import { createDateFormat, type DateFormat } from '#renderer/ui/format.ts';
import type { StatusMarkShape } from '#renderer/ui/StatusMark.tsx';

/** Returns the functions that format dates and times in the time zone and the language of the settings. */
export function useDateFormat(): DateFormat {
  const { store } = useFirstStores().preferences;
  const zone = useStore(store, ({ settings }) => settings.timeZone);
  const locale = useLocale();
  return useMemo(() => createDateFormat(zone, locale), [zone, locale]);
}

/** A date and time in the time zone of the settings, or "Not given". */
export function DateTime({ at }: { readonly at: EpochMs | null }) {
  const { dateTime } = useDateFormat();
  const text = useFirstText();
  return at === null ? (
    <span className="muted">{text('record.empty')}</span>
  ) : (
    <span className="tabular">{dateTime(at)}</span>
  );
}

/** How urgent an age is: amber from one week, red from two weeks or if overdue. */
export type AgeTone = 'calm' | 'amber' | 'red';

/** An age or a deadline as text, and how urgent it is. */
export interface AgeTextWithTone {
  readonly words: string;
  /** What a narrow list shows of the words; left out where it shows them all. */
  readonly shortWords?: string;
  readonly tone: AgeTone;
  /** Says by shape what the words say; left out where they need no mark. */
  readonly shape?: StatusMarkShape;
}

const AMBER_DAYS = 7;
const RED_DAYS = 14;

/** The tone for the number of days that an item has been waiting. */
export function getAgeTone(days: number): AgeTone {
  if (days < AMBER_DAYS) return 'calm';
  return days < RED_DAYS ? 'amber' : 'red';
}

const TICK_MS = 30_000;
const MINUTE_MS = 60_000;

/** What shows ages: one timer for all of it, which runs while there is something. */
const listeners = new Set<(now: EpochMs) => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  const now = toEpochMs(Date.now());
  for (const listener of listeners) listener(now);
}

function subscribeToTime(listener: (now: EpochMs) => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the current time and updates it twice a minute, so that ages stay correct. */
export function useCurrentTime(): EpochMs {
  const [now, setNow] = useState(() => toEpochMs(Date.now()));
  useEffect(() => subscribeToTime(setNow), []);
  return now;
}

/** Returns whether a time is in the future, and draws again as soon as it is not; false for null. */
export function useIsInFuture(at: EpochMs | null): boolean {
  const now = useCurrentTime();
  const [passed, setPassed] = useState<EpochMs | null>(null);
  const leftMs = at === null ? 0 : at - now;
  useEffect(() => {
    // The current time may be one update old; what is further away than the next one gets its timeout then.
    if (at === null || leftMs <= 0 || leftMs > 2 * TICK_MS) return;
    const timeout = setTimeout(() => setPassed(at), at - Date.now());
    return () => clearTimeout(timeout);
  }, [at, leftMs]);
  return leftMs > 0 && passed !== at;
}

/** Returns the end of the minute of a time: what lasts until then is over when a clock shows that minute. */
export function roundUpToMinute(at: EpochMs): EpochMs {
  return toEpochMs(Math.ceil(at / MINUTE_MS) * MINUTE_MS);
}
