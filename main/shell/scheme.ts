import { protocol, type Session } from 'electron';
import { SCHEME } from './address.ts';
import type { PageResponder } from './page-files.ts';

/**
 * Announces the scheme; to be called before the app is ready. It gets what a page needs and no more: no
 * fetch, no reading from other origins, no service workers, no way around the page's policy.
 */
export function announceScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }]);
}

/** Serves the page to one session. */
export function serveScheme(session: Session, respond: PageResponder): void {
  session.protocol.handle(SCHEME, (request) => respond(request.method, request.url));
}
