import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPicture } from '../../../scripts/ci/picture.ts';
import { checkIcons } from '../../../scripts/package/configuration.ts';
import { packIcns, packIco } from '../../../scripts/package/icon-files.ts';

const PNG = Buffer.from('png');

describe('icon files', () => {
  it('of Windows hold a directory with the place of each image', () => {
    const file = packIco([
      { size: 16, png: PNG },
      { size: 256, png: Buffer.from('larger') },
    ]);
    expect([...file.subarray(0, 6)]).toEqual([0, 0, 1, 0, 2, 0]);
    expect(file.readUInt8(6)).toBe(16);
    expect(file.readUInt8(22)).toBe(0); // 256
    expect(file.subarray(file.readUInt32LE(34)).toString()).toBe('larger');
  });

  it('of macOS hold entries with their type and length', () => {
    const file = packIcns([{ size: 1024, png: PNG }]);
    expect(file.readUInt32BE(4)).toBe(file.length);
    expect(file.subarray(8, 12).toString()).toBe('ic10');
    expect(file.readUInt32BE(12)).toBe(8 + PNG.length);
  });

  it('in the repository hold every size', () => {
    expect(checkIcons()).toEqual({ problems: [] });
  });
});

describe('a picture of a window', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'intray-picture-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A PNG file with these grey values; its checksums are left out, because nothing reads them. */
  function write(width: number, height: number, toGrey: (index: number) => number): string {
    const rows = Buffer.alloc((width + 1) * height);
    for (let index = 0; index < rows.length; index += 1)
      rows[index] = index % (width + 1) === 0 ? 0 : toGrey(index);
    const chunk = (type: string, content: Buffer): Buffer => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(content.length);
      head.write(type, 4, 'latin1');
      return Buffer.concat([head, content, Buffer.alloc(4)]);
    };
    const size = Buffer.alloc(13);
    size.writeUInt32BE(width);
    size.writeUInt32BE(height, 4);
    size.set([8, 0, 0, 0, 0], 8);
    const file = join(folder, 'picture.png');
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const content = chunk('IDAT', deflateSync(rows));
    writeFileSync(
      file,
      Buffer.concat([signature, chunk('IHDR', size), content, chunk('IEND', Buffer.alloc(0))]),
    );
    return file;
  }

  it('of one colour is blank', () => {
    expect(readPicture(write(800, 600, () => 255))).toEqual({ width: 800, height: 600, isBlank: true });
  });

  it('with something on it is not', () => {
    const file = write(800, 600, (index) => Math.imul(index ^ (index >>> 5), 2654435761) >>> 24);
    expect(readPicture(file)).toMatchObject({ isBlank: false });
  });

  it('that was cut short is none', () => {
    const file = join(folder, 'cut.png');
    writeFileSync(file, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]));
    expect(readPicture(file)).toBeNull();
  });
});
