const MINUTE_SECONDS = 60;

/** Returns a wait as minutes and seconds: 14:05. */
export function formatWait(seconds: number): string {
  return `${Math.floor(seconds / MINUTE_SECONDS)}:${String(seconds % MINUTE_SECONDS).padStart(2, '0')}`;
}
