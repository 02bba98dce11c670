import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '#contract/result.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';

/** How a list of accounts that could not be read is kept: it names addresses and users. */
const DAMAGED_REGISTER = /^accounts\.json\.damaged-[\dTZ-]+$/;

/** Returns the names of the damaged lists of accounts in the data folder. Throws the system's error. */
export function listDamagedRegisters(dataDir: string): readonly string[] {
  if (!existsSync(dataDir)) return [];
  return readdirSync(dataDir).filter((name) => DAMAGED_REGISTER.test(name));
}

/** Deletes the damaged lists of accounts in the data folder. Returns the error where one cannot be deleted. */
export function removeDamagedRegisters(dataDir: string): Result<void> {
  try {
    for (const name of listDamagedRegisters(dataDir)) rmSync(path.join(dataDir, name), { force: true });
    return ok(undefined);
  } catch (thrown) {
    return err('storage-read-only', {
      detail: `a damaged list of accounts was not deleted: ${getSystemErrorCode(thrown)}`,
    });
  }
}
