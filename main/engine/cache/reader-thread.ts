import { err, ok, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import { openForReading, type CacheFile } from './open.ts';
import { LocalView } from './overlay/desk-view.ts';
import { isReadName, Reader } from './reader.ts';

/** A read that takes longer is told of by its name. */
const SLOW_READ_MS = 40;

/** What the reading thread answers, by name. */
export function readerThread(clock: Clock, log: Log): (name: string, input: never) => Result<unknown> {
  let reader: Reader | null = null;
  const open = (file: CacheFile): Result<null> => {
    reader = new Reader(openForReading(file), new LocalView(file), () => clock.now());
    return ok(null);
  };
  const close = (): Result<null> => {
    reader?.close();
    reader = null;
    return ok(null);
  };
  return (name, input) => {
    if (name === 'open') return open(input);
    if (name === 'close') return close();
    if (reader === null || !isReadName(name)) return err('internal');
    const from = clock.monotonic();
    const answer = reader.read(name, input);
    const ms = Math.round(clock.monotonic() - from);
    if (ms > SLOW_READ_MS) log.warn('slow read', { name, ms });
    return answer;
  };
}
