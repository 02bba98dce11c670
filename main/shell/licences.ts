import { readFile } from 'node:fs/promises';
import type { CallOutput } from '#contract/api.ts';
import { shippedPackagesSchema } from '#contract/about.ts';
import { err, ok, type Result } from '#contract/result.ts';

/** Handles the procedure that lists the shipped packages, which the build has written to a file. */
export function createLicenceHandlers(file: string) {
  const list = async (): Promise<Result<CallOutput<'app.licences'>>> => {
    try {
      const packages = shippedPackagesSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
      return packages.success ? ok({ packages: packages.data }) : err('file-unreadable');
    } catch {
      return err('file-unreadable');
    }
  };
  return { 'app.licences': list };
}
