import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { writePdfCopy } from '#main/engine/pdfs/write-copy.ts';
import { getCode } from '../../../support/engine.ts';
import { useTemporaryFolder } from '../../../support/temporary-folder.ts';

const getFolder = useTemporaryFolder();
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');
const HASH = createHash('sha256').update(PDF).digest('hex');

/** Writes a copy and returns which incomplete file was told, and whether it was there then. */
function write(path: string, replaces: boolean, expected = HASH) {
  const told: (readonly [name: string | null, isThere: boolean])[] = [];
  const result = writePdfCopy({ path, replaces }, [PDF], expected, (file) =>
    told.push(file === null ? [null, false] : [basename(file), existsSync(file)]),
  );
  return { result, told };
}

test('the incomplete file is told once it exists, and that there is none as soon as the copy is whole', () => {
  const { result, told } = write(join(getFolder(), 'a.pdf'), false);
  expect(result.ok).toBe(true);
  expect(told).toEqual([
    ['a.pdf', true],
    [null, false],
  ]);
});

test('over another file the incomplete one is beside it, and the other one is never named as incomplete', () => {
  writeFileSync(join(getFolder(), 'a.pdf'), 'the former copy');
  const { result, told } = write(join(getFolder(), 'a.pdf'), true);
  expect(result.ok).toBe(true);
  expect(told).toHaveLength(2);
  expect(told[0]).toEqual([expect.not.stringMatching(/^a\.pdf$/), true]);
  expect(readdirSync(getFolder())).toEqual(['a.pdf']);
});

test('a file that must not be replaced is never named as incomplete, and a copy that fails leaves none', () => {
  const file = join(getFolder(), 'a.pdf');
  writeFileSync(file, 'of somebody else');
  const { result, told } = write(file, false);
  expect([getCode(result), told]).toEqual(['invalid-input', [[null, false]]]);
  const other = write(join(getFolder(), 'b.pdf'), false, 'another hash');
  expect(getCode(other.result)).toBe('storage-damaged');
  expect(readdirSync(getFolder())).toEqual(['a.pdf']);
});
