import { session, type Session } from 'electron';
import { guardSession } from './guards.ts';
import type { PageResponder } from './page-files.ts';
import { serveScheme } from './scheme.ts';

/** The session of our windows: it lives in memory, keeps no cache, and knows our page and nothing else. */
export function windowSession(respond: PageResponder): Session {
  const own = session.fromPartition('intray', { cache: false });
  guardSession(own);
  serveScheme(own, respond);
  return own;
}
