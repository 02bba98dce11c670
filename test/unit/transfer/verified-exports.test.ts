import { appendFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { VerifiedExports } from '#main/transfer/verified-exports.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';
import { aWrite } from '../../support/values.ts';

const folder = useTemporaryFolder();
const first = aWrite({ number: 1 });
const second = aWrite({ number: 2 });

let exports: VerifiedExports;
let file: string;
beforeEach(() => {
  file = path.join(folder(), 'export');
  writeFileSync(file, 'content');
  exports = new VerifiedExports();
  exports.note('account', file, 7, [first, second]);
});

test('an export holds the changes that it was made with, in whatever state they are now', () => {
  expect(exports.findFile('account', [first, second])).toBe(file);
  expect(exports.findFile('account', [{ ...second, state: 'uncertain' }])).toBe(file);
});

test('an export does not hold a later change, an edited one, or those of another account', () => {
  const [field] = first.fields;
  if (field === undefined) throw new Error('the change has no field');
  const edited = { ...first, fields: [{ ...field, mine: '"another value"' }] };
  expect(exports.findFile('account', [first, aWrite({ number: 3 })])).toBe(null);
  expect(exports.findFile('account', [edited])).toBe(null);
  expect(exports.findFile('another', [first])).toBe(null);
});

test('an export that was removed, or has another size, holds nothing', () => {
  appendFileSync(file, 'more');
  expect(exports.findFile('account', [first])).toBe(null);
  rmSync(file);
  expect(exports.findFile('account', [first])).toBe(null);
});

test('an export at a place that cannot be read now holds nothing', () => {
  rmSync(file);
  symlinkSync(file, file);
  expect(exports.findFile('account', [first])).toBe(null);
});

test('an export that the export of another account has replaced holds nothing, under whatever name of the file', () => {
  const link = path.join(folder(), 'link');
  symlinkSync(folder(), link);
  exports.note('another', path.join(link, 'export'), 7, [first]);
  expect(exports.findFile('account', [first])).toBe(null);
  expect(exports.findFile('another', [first])).toBe(path.join(link, 'export'));
});

test('an export stays beside those of other accounts in other files', () => {
  const other = path.join(folder(), 'other');
  writeFileSync(other, 'content');
  exports.note('another', other, 7, [first]);
  expect(exports.findFile('account', [first])).toBe(file);
  expect(exports.findFile('another', [first])).toBe(other);
});
