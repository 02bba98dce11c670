import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';
import { ServiceProblem } from '../http/responses.ts';
import { formatIsoTime } from '../timestamps.ts';

/** How long a signed link is valid; section 8 allows 30 minutes. */
const LIFETIME = 30 * MINUTE;

export interface DemoPdfLink {
  readonly url: string;
  readonly expires_at: string;
}

/** Signed links to PDFs that expire and cannot be forged. */
export interface PdfLinkSigner {
  /** Returns a link to the PDF of requisition `id` at `origin`. */
  sign(origin: string, id: string): DemoPdfLink;
  /** Throws a 403 unless the link was signed here for `id` and has not expired. */
  check(id: string, expires: string, signature: string): void;
}

/** Creates links signed with `secret`. */
export function createPdfLinkSigner(secret: string, clock: Clock): PdfLinkSigner {
  const getSignature = (id: string, expires: string): Buffer =>
    createHmac('sha256', secret).update(`${id} ${expires}`).digest();
  return {
    sign: (origin, id) => {
      const expiresAt = clock.now() + LIFETIME;
      const signature = getSignature(id, String(expiresAt)).toString('base64url');
      return {
        url: `${origin}/documents/${encodeURIComponent(id)}?expires=${expiresAt}&signature=${signature}`,
        expires_at: formatIsoTime(expiresAt),
      };
    },
    check: (id, expires, signature) => {
      const expected = getSignature(id, expires);
      const given = Buffer.from(signature, 'base64url');
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
      if (!isGenuine) throw new ServiceProblem(403, 'The signature is not valid.');
      if (clock.now() >= Number(expires)) throw new ServiceProblem(403, 'The link has expired.');
    },
  };
}
