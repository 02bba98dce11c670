import { z } from 'zod';

/** The three resource families of the service's document, section 1. */
export const KINDS = ['form', 'requisition', 'notification'] as const;
export type Kind = (typeof KINDS)[number];
export const kindSchema = z.enum(KINDS);

/** Identifier prefixes (service's document, section 2.1). */
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
/** A string that has been checked to carry the prefix of its family. */
export type Id<F extends IdFamily> = string & { readonly [idBrand]: F };

// Ids go into URL paths and file names: only characters that mean nothing there (assumptions.ts: idCharacters).
const OPAQUE = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/;

/** Whether a value is a well-formed identifier of the family. */
export function isId<F extends IdFamily>(family: F, value: unknown): value is Id<F> {
  if (typeof value !== 'string') return false;
  const prefix = ID_PREFIXES[family];
  return value.startsWith(prefix) && OPAQUE.test(value.slice(prefix.length));
}

/** A schema for one family's identifiers. */
export function idSchema<F extends IdFamily>(family: F): z.ZodType<Id<F>, string> {
  return z
    .string()
    .max(160)
    .refine((value): value is Id<F> => isId(family, value), `expected ${ID_PREFIXES[family]}<id>`);
}
