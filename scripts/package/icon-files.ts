/** The file formats of icons on macOS and Windows: both hold PNG images of several sizes. */

/** One square image. */
export interface IconImage {
  /** Width and height in pixels. */
  readonly size: number;
  /** A PNG file. */
  readonly png: Buffer;
}

/** The names of the PNG entries of an ICNS file, by size; `@2x` entries hold the same pixels under another name. */
const ICNS_TYPES: Readonly<Record<number, readonly string[]>> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['icp6', 'ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/** Returns an ICNS file: a header, then each entry with its type and its length, both in big-endian order. */
export function packIcns(images: readonly IconImage[]): Buffer {
  const entries = images.flatMap(({ size, png }) =>
    (ICNS_TYPES[size] ?? []).map((type) => {
      const head = Buffer.alloc(8);
      head.write(type, 'latin1');
      head.writeUInt32BE(png.length + 8, 4);
      return Buffer.concat([head, png]);
    }),
  );
  const body = Buffer.concat(entries);
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}

const ICO_HEADER = 6;
const ICO_ENTRY = 16;

/** Returns an ICO file: a directory with the place of each image, then the images. Sizes of up to 256 pixels. */
export function packIco(images: readonly IconImage[]): Buffer {
  const head = Buffer.alloc(ICO_HEADER + ICO_ENTRY * images.length);
  head.writeUInt16LE(1, 2); // an icon, not a cursor
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size, png }, index) => {
    const entry = ICO_HEADER + ICO_ENTRY * index;
    head.writeUInt8(size % 256, entry); // 0 means 256
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4); // colour planes
    head.writeUInt16LE(32, entry + 6); // bits per pixel
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}
