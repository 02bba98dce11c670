import { createHash, randomBytes } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { writeFileAtomically } from '#main/base/write-file.ts';
import {
  deriveExportKeyAndProof,
  EXPORT_FORMAT_NAME,
  EXPORT_OWNER_AND_KEY_BYTES,
  EXPORT_PIECE_BYTES,
  EXPORT_SALT_BYTES,
  encryptExportPiece,
  EXPORT_FORMAT_VERSION,
  type ExportHeader,
  type ExportOwnerAndKey,
} from './export-format.ts';
import { openExportFile } from './read-export.ts';

/** What an export file is made from: the encrypted database, the account's address, and the owner. */
export interface ExportFileInput {
  /** The database, encrypted with the key of its owner. */
  readonly source: string;
  readonly origin: string;
  readonly owner: ExportOwnerAndKey;
}

async function* readPieces(source: FileHandle): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  const { size } = await source.stat();
  for (let at = 0; at < size; at += EXPORT_PIECE_BYTES) {
    const piece = Buffer.alloc(Math.min(EXPORT_PIECE_BYTES, size - at));
    const { bytesRead } = await source.read(piece, 0, piece.length, at);
    if (bytesRead !== piece.length) throw new Error('the copy of the local store has become shorter');
    yield { piece, isLast: at + EXPORT_PIECE_BYTES >= size };
  }
}

/** The hash of the database that was written, and the size of the file. */
interface Written {
  readonly hash: string;
  readonly bytes: number;
}

/** Writes the header and the encrypted pieces of an export file. */
async function writePieces(
  file: FileHandle,
  source: FileHandle,
  { origin, owner }: ExportFileInput,
  passphrase: string,
): Promise<Written> {
  const salt = randomBytes(EXPORT_SALT_BYTES);
  const { key, check } = await deriveExportKeyAndProof(passphrase, salt);
  const header: ExportHeader = {
    format: EXPORT_FORMAT_NAME,
    version: EXPORT_FORMAT_VERSION,
    origin,
    salt: salt.toString('hex'),
    check,
  };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  await file.writeFile(line);
  const described = Buffer.from(JSON.stringify(owner).padEnd(EXPORT_OWNER_AND_KEY_BYTES));
  await file.writeFile(encryptExportPiece(key, line, { index: 0, isLast: false }, described));
  const hash = createHash('sha256');
  let index = 1;
  for await (const { piece, isLast } of readPieces(source)) {
    hash.update(piece);
    await file.writeFile(encryptExportPiece(key, line, { index, isLast }, piece));
    index += 1;
  }
  return { hash: hash.digest('hex'), bytes: (await file.stat()).size };
}

/** Returns the hash of the database in an export file, or null where the file cannot be read back. */
async function readBack(
  file: string,
  passphrase: string,
  { owner }: ExportFileInput,
): Promise<string | null> {
  const opened = await openExportFile(file);
  if (!opened.ok) return null;
  const reader = opened.value;
  try {
    const found = await reader.unlock(passphrase);
    if (!found.ok || found.value.key !== owner.key) return null;
    const hash = createHash('sha256');
    const read = await reader.readContent(async (piece) => void hash.update(piece));
    return read.ok ? hash.digest('hex') : null;
  } finally {
    await reader.close();
  }
}

/**
 * Writes an export file to a place that the user chooses, readable by this user only. It appears under its name after it
 * was read back, decrypted and compared; an existing file is replaced, a link is not followed.
 * @returns its size in bytes
 * @throws the system's error; then nothing was replaced
 */
export async function writeExportFile(
  file: string,
  content: ExportFileInput,
  passphrase: string,
): Promise<number> {
  const source = await open(content.source, 'r');
  try {
    const { bytes } = await writeFileAtomically(
      file,
      (target) => writePieces(target, source, content, passphrase),
      async ({ hash }, draft) => {
        if ((await readBack(draft, passphrase, content)) === hash) return true;
        throw new Error('the export file differs from what was written');
      },
    );
    return bytes;
  } finally {
    await source.close();
  }
}
