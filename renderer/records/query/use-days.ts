import { useEffect, useRef } from 'react';
import { useFormat } from '../use-format.ts';
import { useNow } from '../use-now.ts';

/**
 * Asks anew when another day begins, or days begin at another hour: `today` in a search means another day then.
 * @param onDay the same function at every drawing
 */
export function useDays(onDay: () => void): void {
  const { date, zone } = useFormat();
  const today = `${date(useNow())} ${zone}`;
  const asked = useRef(today);
  useEffect(() => {
    if (asked.current === today) return;
    asked.current = today;
    onDay();
  }, [onDay, today]);
}
