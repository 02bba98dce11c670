import { createHash, randomBytes } from 'node:crypto';
import { open, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openExportFile } from '#main/engine/transfer/read-export.ts';
import { writeExportFile, type ExportFileInput } from '#main/engine/transfer/write-export.ts';
import { howMuch } from '../../../faults/size.ts';
import { getCode, temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';
import { useCheapExports } from '../../../support/cheap-exports.ts';

useCheapExports();

const PASSPHRASE = 'correct horse battery';
const MEGABYTE = 1_048_576;
const LARGE = howMuch(24, 200) * MEGABYTE;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let content: ExportFileInput;
const at = (name: string): string => path.join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  const source = at('source');
  await writeFile(source, randomBytes(2.5 * MEGABYTE));
  content = {
    source,
    origin: 'https://clinic.example',
    owner: { userId: 'user_me', key: TEST_KEY, exportedAt: 1 },
  };
  await writeExportFile(at('whole'), content, PASSPHRASE);
});
afterAll(() => folder.remove());

/** Reads a whole export file. */
async function read(file: string, passphrase = PASSPHRASE) {
  const opened = await openExportFile(file);
  if (!opened.ok) return opened;
  const reader = opened.value;
  try {
    const owner = await reader.unlock(passphrase);
    if (!owner.ok) return owner;
    const pieces: Buffer[] = [];
    const done = await reader.readContent(async (piece) => void pieces.push(piece));
    return done.ok
      ? { ok: true as const, value: { owner: owner.value, bytes: Buffer.concat(pieces) } }
      : done;
  } finally {
    await reader.close();
  }
}

describe('An export file', () => {
  test('holds the content byte for byte, and its owner', async () => {
    const { owner, bytes } = unwrap(await read(at('whole')));
    expect(owner).toEqual(content.owner);
    expect(bytes.equals(await readFile(content.source))).toBe(true);
  });

  test('is readable by its owner only, and says the address and nothing else in plain text', async () => {
    expect((await stat(at('whole'))).mode & 0o777).toBe(0o600);
    const bytes = await readFile(at('whole'));
    const [line = ''] = bytes.toString('latin1').split('\n', 1);
    expect(Object.keys(JSON.parse(line) as object)).toEqual(['format', 'version', 'origin', 'salt', 'check']);
    const rest = bytes.subarray(line.length + 1);
    for (const secret of ['user_me', TEST_KEY, PASSPHRASE]) expect(rest.includes(secret)).toBe(false);
  });

  test('is opened by no other passphrase, which is told from damage', async () => {
    expect(getCode(await read(at('whole'), 'Correct horse battery'))).toBe('wrong-passphrase');
  });

  test('is opened by the same passphrase in another Unicode form', async () => {
    await writeExportFile(at('accent'), content, 'réveille-matin');
    expect(unwrap(await read(at('accent'), 'réveille-matin'.normalize('NFD'))).owner).toEqual(content.owner);
  });

  test.each([
    ['nothing', 0],
    ['a part of the first line', 40],
    ['a part of the owner', 1_000],
    ['the owner and no content', null],
    ['one whole piece of three', MEGABYTE],
    ['all but one byte', -1],
  ])('of which %s is left is refused', async (_what, length) => {
    const bytes = await readFile(at('whole'));
    const begin = bytes.indexOf('\n') + 1 + 4_096 + 16;
    const cuts: Readonly<Record<string, number>> = {
      null: begin,
      '-1': bytes.length - 1,
      [MEGABYTE]: begin + MEGABYTE + 16,
    };
    await writeFile(at('cut'), bytes.subarray(0, cuts[String(length)] ?? length ?? 0));
    expect(getCode(await read(at('cut')))).toBe('export-damaged');
  });

  test('with one changed bit, anywhere, is refused', async () => {
    const bytes = await readFile(at('whole'));
    const line = bytes.indexOf('\n');
    const places = [
      0,
      20,
      line - 2,
      line + 5,
      line + 4_000,
      line + 5_000,
      line + 2 * MEGABYTE,
      bytes.length - 1,
    ];
    for (const place of places) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      await writeFile(at('changed'), changed);
      expect(['export-damaged', 'wrong-passphrase', 'storage-newer']).toContain(
        getCode(await read(at('changed'))),
      );
    }
  });

  test('whose pieces are in another order is refused', async () => {
    const bytes = await readFile(at('whole'));
    const begin = bytes.indexOf('\n') + 1 + 4_096 + 16;
    const piece = MEGABYTE + 16;
    const swapped = Buffer.concat([
      bytes.subarray(0, begin),
      bytes.subarray(begin + piece, begin + 2 * piece),
      bytes.subarray(begin, begin + piece),
      bytes.subarray(begin + 2 * piece),
    ]);
    await writeFile(at('swapped'), swapped);
    expect(getCode(await read(at('swapped')))).toBe('export-damaged');
  });

  test('of a newer format is told from a damaged one', async () => {
    const bytes = await readFile(at('whole'));
    await writeFile(at('newer'), bytes.toString('latin1').replace('"version":1', '"version":2'), 'latin1');
    expect(getCode(await read(at('newer')))).toBe('storage-newer');
  });

  test('that does not exist, or is a folder, cannot be read', async () => {
    expect(getCode(await openExportFile(at('nowhere')))).toBe('file-unreadable');
    expect(getCode(await openExportFile(folder.path))).toBe('file-unreadable');
  });

  test('replaces an earlier one only when it is whole, and leaves no draft', async () => {
    await writeFile(at('earlier'), 'an earlier export');
    const missing = { ...content, source: at('nowhere') };
    await expect(writeExportFile(at('earlier'), missing, PASSPHRASE)).rejects.toThrow('ENOENT');
    expect(await readFile(at('earlier'), 'utf8')).toBe('an earlier export');
    await writeExportFile(at('earlier'), content, PASSPHRASE);
    unwrap(await read(at('earlier')));
    expect((await readdir(folder.path)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('of many megabytes is written, read back and read again in pieces', async () => {
    const source = at('large');
    const file = await open(source, 'w');
    await file.close();
    await truncate(source, LARGE);
    const bytes = await writeExportFile(at('large-export'), { ...content, source }, PASSPHRASE);
    expect(bytes).toBeGreaterThan(LARGE);
    const reader = unwrap(await openExportFile(at('large-export')));
    unwrap(await reader.unlock(PASSPHRASE));
    const hash = createHash('sha256');
    let largest = 0;
    const take = async (piece: Buffer): Promise<void> => {
      hash.update(piece);
      largest = Math.max(largest, piece.length);
    };
    unwrap(await reader.readContent(take));
    await reader.close();
    expect(hash.digest('hex')).toBe(createHash('sha256').update(Buffer.alloc(LARGE)).digest('hex'));
    expect(largest).toBe(MEGABYTE);
  });
});
