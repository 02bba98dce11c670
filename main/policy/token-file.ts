import { accessSync, constants, lstatSync, readFileSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { accessTokenSchema, jwtSchema } from '#contract/accounts.ts';
import type { PolicyStatus } from '#contract/policy.ts';
import { idSchema } from '#contract/record-schemas.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import type { PolicyFileAndRightsChecks } from './source.ts';

const contentSchema = z.strictObject({
  accessToken: accessTokenSchema,
  jwt: jwtSchema,
  /** The user of the tokens; default: the one that the JWT names. */
  userId: idSchema('user').optional(),
});
/** The tokens that an administrator provides for a user. */
export type TokenFileContent = Readonly<z.infer<typeof contentSchema>>;

/** The file in which an administrator provides the tokens of this user. */
export interface TokenFile {
  /** Full path, whether or not the file exists. */
  readonly path: string;
  /** Returns its content; null where there is no file. Errors name no value. */
  read(): Result<TokenFileContent | null>;
  /** Deletes the file after its tokens were imported. */
  remove(): Result<void>;
}

const MAXIMUM_BYTES = 64 * 1024;

function parse(text: string): TokenFileContent | null {
  try {
    const parsed = contentSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function readChecked(
  file: string,
  findProblem: (file: string) => string | null,
): Result<TokenFileContent | null> {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return ok(null);
  if (stats.size > MAXIMUM_BYTES) return err('file-unreadable', { detail: 'it is too large' });
  const problem = findProblem(file);
  if (problem !== null) return err('policy-refused', { detail: problem.slice(0, 500) });
  // Checked first: tokens whose file could not be deleted afterwards are not imported.
  accessSync(path.dirname(file), constants.W_OK);
  const tokens = parse(readFileSync(file, 'utf8'));
  return tokens === null ? err('file-unreadable', { detail: 'it does not hold tokens' }) : ok(tokens);
}

/**
 * Returns the file in which an administrator may provide the tokens of this user; null where the policy does
 * not allow it. It is in a folder of the user below the policy's.
 * @param userName as the system knows it, not as the environment says
 */
export function getTokenFile(
  { file, findTokenProblem }: PolicyFileAndRightsChecks,
  { policy }: PolicyStatus,
  userName: string = userInfo().username,
): TokenFile | null {
  // Refuses a user name that would lead out of the folder when used in a path (path traversal).
  if (!policy.importTokens || /[\\/:]|^\.{0,2}$/.test(userName)) return null;
  const place = path.join(path.dirname(file), 'tokens', userName, 'tokens.json');
  return {
    path: place,
    read: () => {
      try {
        return readChecked(place, findTokenProblem);
      } catch (thrown) {
        return err('file-unreadable', { detail: getSystemErrorCode(thrown) });
      }
    },
    remove: () => {
      try {
        rmSync(place);
        return ok(undefined);
      } catch (thrown) {
        return err('storage-read-only', { detail: getSystemErrorCode(thrown) });
      }
    },
  };
}
