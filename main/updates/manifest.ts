import { valid } from 'semver';
import { z } from 'zod';
import { UPDATE_CHANNELS, MAX_RELEASE_NOTES_LENGTH } from '#contract/updates.ts';

/** Maximum size of an update file, in bytes. */
export const MAX_UPDATE_FILE_BYTES = 1024 * 1024 * 1024;

/** The systems that packages are made for, as the description names them. */
export const PACKAGE_SYSTEMS = ['windows-x64', 'macos-universal', 'linux-deb-x64', 'linux-rpm-x64'] as const;
export type PackageSystem = (typeof PACKAGE_SYSTEMS)[number];

const fileSchema = z.object({
  system: z.enum(PACKAGE_SYSTEMS),
  /** A name beside the description, without folders. */
  name: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/),
  size: z.number().int().positive().max(MAX_UPDATE_FILE_BYTES),
  /** SHA-512 of the file: 64 bytes, in base64. */
  sha512: z.base64().length(88),
});
export type UpdateFile = Readonly<z.infer<typeof fileSchema>>;

/** The description of the newest version of a channel. Unknown fields are left for later programs. */
const manifestSchema = z.object({
  /** Rejects the description of another program that is signed with the same key. */
  product: z.literal('intray'),
  channel: z.enum(UPDATE_CHANNELS),
  version: z
    .string()
    .max(64)
    .refine((text) => valid(text) === text, 'not a version'),
  releasedAt: z.iso.datetime(),
  notes: z.string().max(100_000).default('').transform(sanitizeReleaseNotes),
  files: z.array(fileSchema).max(20).readonly(),
});
export type UpdateManifest = Readonly<z.infer<typeof manifestSchema>>;

/** Reads the payload of a signed description; null for one that this program cannot read. */
export function parseUpdateManifest(payload: Buffer): UpdateManifest | null {
  try {
    return manifestSchema.parse(JSON.parse(payload.toString('utf8')));
  } catch {
    return null;
  }
}

/** Returns the system whose package this program is updated with; null where there is none. */
export function findSelfUpdatePackageSystem(platform: string, arch: string): PackageSystem | null {
  if (platform === 'darwin') return 'macos-universal';
  return platform === 'win32' && arch === 'x64' ? 'windows-x64' : null;
}

/**
 * Control characters other than the line feed, and those that reverse or hide text; release notes need none.
 */
const HIDDEN = /[^\P{Cc}\n]|[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Returns release notes as plain text: well-formed, without hidden characters, cut at the longest length. */
export function sanitizeReleaseNotes(text: string): string {
  const plain = text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(HIDDEN, '').trim();
  return plain.length <= MAX_RELEASE_NOTES_LENGTH
    ? plain
    : `${plain.slice(0, MAX_RELEASE_NOTES_LENGTH - 1).toWellFormed()}…`;
}
