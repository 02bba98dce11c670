import { SERVICE_ASSUMPTIONS } from './assumptions.ts';

/** The three resource families of the service's document, section 1. */
export const KINDS = ['form', 'requisition', 'notification'] as const;
export type Kind = (typeof KINDS)[number];

/** The prefix of the identifiers of each family (service's document, section 2.1). */
export const ID_PREFIXES = {
  form: 'form_',
  formVersion: 'fver_',
  medicalCenter: 'mctr_',
  user: 'user_',
  requisition: 'req_',
  result: 'rslt_',
  facility: 'fac_',
  diagnosis: 'diag_',
  script: 'scrt_',
  comment: 'cmmt_',
  notification: 'notf_',
} as const;
export type IdFamily = keyof typeof ID_PREFIXES;

declare const idBrand: unique symbol;
/** A string that has been checked to have the prefix of its family. */
export type ServiceId<F extends IdFamily> = string & { readonly [idBrand]: F };

/** Families that the document does not name, such as appointments, have prefixes of the same form. */
const ANY_PREFIX = /^[a-z]{2,8}_/;
/** Maximum length of the opaque part, in UTF-16 units (assumptions.ts: opaqueIds). */
const MAX_OPAQUE_LENGTH = SERVICE_ASSUMPTIONS.opaqueIds.maxLength;
/** Maximum length of an identifier of any family, in UTF-16 units. */
export const MAX_ID_LENGTH = 'prefixes_'.length + MAX_OPAQUE_LENGTH;
const CONTROL = /\p{Cc}/u;

/**
 * Returns whether a text can follow a prefix. There are no other restrictions: it may contain blanks, slashes
 * and any script.
 */
function isOpaque(text: string): boolean {
  return text !== '' && text.length <= MAX_OPAQUE_LENGTH && text.isWellFormed() && !CONTROL.test(text);
}

/** Returns whether a value is a well-formed identifier of the family (service's document, section 2.1). */
export function isId<F extends IdFamily>(family: F, value: unknown): value is ServiceId<F> {
  if (typeof value !== 'string') return false;
  const prefix = ID_PREFIXES[family];
  return value.startsWith(prefix) && isOpaque(value.slice(prefix.length));
}

/**
 * Returns whether a text is a well-formed identifier of any family, including families that the document does
 * not name.
 */
export function isAnyId(text: string): boolean {
  const prefix = ANY_PREFIX.exec(text)?.[0];
  return prefix !== undefined && isOpaque(text.slice(prefix.length));
}

/**
 * Returns whether a gateway may read another path out of an identifier although it is percent-encoded:
 * gateways decode slashes and percent signs, and remove dot segments.
 */
export function isIdAmbiguousInPath(id: string): boolean {
  return /[/\\%]|\.\./.test(id);
}

/**
 * Local ids, for records that have no id of the service yet: `local_<kind>_<ulid>`. They are never sent, and
 * they stay valid permanently: once the service has given an id, both identify the same record.
 */
declare const localBrand: unique symbol;
export type LocalId = string & { readonly [localBrand]: true };

const LOCAL = /^local_(form|requisition|notification)_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Returns whether a value is a local id; with a kind, a local id of that kind. */
export function isLocalId(value: unknown, kind?: Kind): value is LocalId {
  const found = typeof value === 'string' ? LOCAL.exec(value) : null;
  return found !== null && (kind === undefined || found[1] === kind);
}

/** The id of a record: the service's, or a local one. */
export type RecordId<K extends Kind> = ServiceId<K> | LocalId;

/**
 * The states of a pending change.
 * `saved`: saved here, waits for its turn; `sending`: being sent; `uncertain`: it was sent and the response
 * was lost: Intray reconciles it; `needs-you`: the user has to decide; `rejected`: the service refused it.
 */
export const PENDING_STATES = ['saved', 'sending', 'uncertain', 'needs-you', 'rejected'] as const;
export type PendingState = (typeof PENDING_STATES)[number];
