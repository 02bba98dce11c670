const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(at: number, zone: string | undefined): number {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${shown.format(at).replace(' ', 'T')}Z`) - Math.trunc(at / 1_000) * 1_000;
}

/**
 * The last minute of a day in a time zone, as the service writes times (section 2.1); null for what is no day.
 * @param day `2026-03-12`
 * @param zone IANA name, or `system`
 */
export function lastMinuteOf(day: string, zone: string): string | null {
  if (!DAY.test(day)) return null;
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null;
  const wanted = midnight + DAY_MS - MINUTE_MS;
  const name = zone === 'system' ? undefined : zone;
  // The second look is for days on which the clocks are changed.
  const guess = wanted - offsetAt(wanted, name);
  return new Date(wanted - offsetAt(guess, name)).toISOString();
}
