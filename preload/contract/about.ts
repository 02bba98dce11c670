import { z } from 'zod';

const nothing = z.strictObject({});

/** A package that is shipped with Intray, with its licence. */
export const shippedPackageSchema = z.strictObject({
  name: z.string().max(214),
  version: z.string().max(100),
  /** The name of the licence as the package names it, for example `MIT`; empty where it names none. */
  license: z.string().max(200),
  /** The text of the licence and of its notices; empty where the package has none. */
  text: z.string().max(2_000_000),
});
export type ShippedPackage = Readonly<z.infer<typeof shippedPackageSchema>>;
export const shippedPackagesSchema = z.array(shippedPackageSchema).max(2_000).readonly();

/** Procedures about the program itself. */
export const aboutProcedures = {
  /** The packages that are shipped with Intray, by name. 'file-unreadable' where the build has not listed them. */
  'app.licences': {
    runsIn: 'shell',
    input: nothing,
    output: z.strictObject({ packages: shippedPackagesSchema }),
  },
  /**
   * Collects what support needs to know of this computer, as a text of English lines: versions, settings, the check of the
   * computer, counts, and the end of the log. Nothing about patients and no secret; it takes several seconds.
   */
  'support.prepare': {
    runsIn: 'shell',
    input: nothing,
    output: z.strictObject({ text: z.string().max(2_000_000) }),
  },
} as const;
