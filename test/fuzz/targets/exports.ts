import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openExportFile, type ExportReader } from '#main/engine/transfer/read-export.ts';
import { writeExportFile } from '#main/engine/transfer/write-export.ts';
import { assertHolds, type FuzzTarget } from '../target.ts';

const PASSPHRASE = 'correct horse battery';
const CONTENT = Buffer.from('the content of a local store '.repeat(100));
/** The passphrase takes half a second to check, so it is tried on one input of this number. */
const UNLOCKED = 64;

/** Export files: a changed file is refused, or read as what was written. */
export async function createTarget(): Promise<FuzzTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'intray-fuzz-'));
  const source = join(folder, 'source');
  const file = join(folder, 'export');
  const owner = { userId: 'user_me', key: '0'.repeat(64), exportedAt: 1 };
  writeFileSync(source, CONTENT);
  await writeExportFile(file, { source, origin: 'https://a.example', owner }, PASSPHRASE);
  const whole = readFileSync(file);
  const checkContent = async (reader: ExportReader): Promise<void> => {
    const unlocked = await reader.unlock(PASSPHRASE);
    if (!unlocked.ok) return;
    assertHolds(isDeepStrictEqual(unlocked.value, owner), 'an owner is the one that was written');
    const pieces: Buffer[] = [];
    const done = await reader.readContent(async (piece) => void pieces.push(piece));
    assertHolds(!done.ok || Buffer.concat(pieces).equals(CONTENT), 'content is read as it was written');
  };
  return {
    seeds: [whole, whole.subarray(0, whole.indexOf('\n') + 1)],
    tokens: ['"version":2', '"version":1', '"salt":"', '"check":"', '"origin":', '\n', '}{'],
    run: async (input) => {
      writeFileSync(file, input);
      const opened = await openExportFile(file);
      if (!opened.ok) return;
      const [first = 0] = createHash('sha256').update(input).digest();
      try {
        if (first % UNLOCKED === 0) await checkContent(opened.value);
      } finally {
        await opened.value.close();
      }
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
