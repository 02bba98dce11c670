import { err, ok, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import { openCacheForReading, type CacheFolderAndKey } from './file/open.ts';
import { ReadOnlyLocalStoreView } from './pending/local-view.ts';
import { isCacheReadName, CacheReader } from './reader.ts';

/** What a thread that reads opens: the files of an account, for its user. */
export interface ReaderToOpen extends CacheFolderAndKey {
  /** Null where it is not known. */
  readonly accountUser: string | null;
}

/** A read that takes longer is logged by its name. */
const SLOW_READ_MS = 40;

/** Returns the function that runs the calls of a thread that reads, by name. */
export function createCacheReaderThreadHandler(
  clock: Clock,
  log: Log,
): (name: string, input: never, isAbandoned?: () => boolean) => Result<unknown> {
  let reader: CacheReader | null = null;
  const open = ({ accountUser, ...file }: ReaderToOpen): Result<null> => {
    const local = new ReadOnlyLocalStoreView(file);
    reader = new CacheReader(openCacheForReading(file), local, () => clock.now(), accountUser);
    return ok(null);
  };
  const close = (): Result<null> => {
    reader?.close();
    reader = null;
    return ok(null);
  };
  return (name, input, isAbandoned) => {
    if (name === 'open') return open(input);
    if (name === 'close') return close();
    if (reader === null || !isCacheReadName(name)) return err('internal');
    const from = clock.monotonic();
    const answer = reader.read(name, input, isAbandoned);
    const ms = Math.round(clock.monotonic() - from);
    if (ms > SLOW_READ_MS) log.warn('slow read', { name, ms });
    return answer;
  };
}
