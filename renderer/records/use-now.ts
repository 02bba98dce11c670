import { useEffect, useState } from 'react';
import { epochMs, type EpochMs } from '#contract/time.ts';

const TICK_MS = 30_000;

/** The moment now, renewed twice a minute: ages and `as of` follow the clock without a reload. */
export function useNow(): EpochMs {
  const [now, setNow] = useState(() => epochMs(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setNow(epochMs(Date.now())), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
