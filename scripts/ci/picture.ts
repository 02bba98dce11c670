import { readFileSync } from 'node:fs';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A picture of one colour compresses to far less, one of a page with text to more. */
const LEAST_BYTES_PER_PIXEL = 0.02;

/** What a PNG file says about itself. */
export interface PictureFacts {
  readonly width: number;
  readonly height: number;
  readonly isBlank: boolean;
}

/** Reads the size of a PNG file and how much it holds; null for a file that is no whole PNG. */
export function readPicture(file: string): PictureFacts | null {
  const bytes = readFileSync(file);
  if (!bytes.subarray(0, 8).equals(SIGNATURE) || bytes.subarray(-8, -4).toString('latin1') !== 'IEND')
    return null;
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  return { width, height, isBlank: bytes.length / (width * height) < LEAST_BYTES_PER_PIXEL };
}
