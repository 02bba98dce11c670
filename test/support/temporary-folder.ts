import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** Gives each test of a file an empty folder, which is removed after it. Returns the function that returns its path. */
export function useTemporaryFolder(): () => string {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'intray-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  return () => folder;
}
