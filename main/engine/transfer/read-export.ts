import { open, type FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { err, ok, type Result } from '#contract/result.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import {
  deriveExportKeyAndProof,
  EXPORT_FORMAT_NAME,
  exportHeaderSchema,
  MAX_EXPORT_HEADER_BYTES,
  decryptExportPiece,
  EXPORT_OWNER_AND_KEY_BYTES,
  exportOwnerAndKeySchema,
  EXPORT_PIECE_BYTES,
  EXPORT_PIECE_TAG_BYTES,
  EXPORT_FORMAT_VERSION,
  type ExportHeader,
  type ExportOwnerAndKey,
} from './export-format.ts';

interface ExportCheckInput {
  /** Full path of the export file. */
  readonly path: string;
  readonly passphrase: string;
  /** The base address of the account to which it has to belong. */
  readonly origin: string;
  /** The user to whom the file has to belong; null where unknown. */
  readonly userId: string | null;
}

async function readToEnd(
  reader: ExportReader,
  { passphrase, origin, userId }: ExportCheckInput,
): Promise<Result<null>> {
  if (reader.header.origin !== origin) return err('foreign-export', { detail: 'another address' });
  const owner = await reader.unlock(passphrase);
  if (!owner.ok) return owner;
  if (userId !== null && owner.value.userId !== null && owner.value.userId !== userId)
    return err('foreign-export', { detail: 'another user' });
  return reader.readContent(async () => {});
}

/**
 * Reads an export file to its end, whatever the schema of the database in it: it is whole, its passphrase is known, and it is of
 * that account. Errors are those of an import.
 */
export async function checkExportFile(check: ExportCheckInput): Promise<Result<null>> {
  const opened = await openExportFile(check.path);
  if (!opened.ok) return opened;
  try {
    const read = await readToEnd(opened.value, check);
    return read.ok ? ok(null) : read;
  } catch (thrown) {
    return err('file-unreadable', { detail: getSystemErrorCode(thrown) });
  } finally {
    await opened.value.close();
  }
}

/** An open export file. The caller closes it. */
export interface ExportReader {
  /** The first line as read; that it is unchanged is checked with each piece. */
  readonly header: ExportHeader;
  /** Returns the owner. 'wrong-passphrase', or 'export-damaged' where the file was changed. */
  unlock(passphrase: string): Promise<Result<ExportOwnerAndKey>>;
  /** Passes on the database, piece by piece, after `unlock`. 'export-damaged' where a piece was changed or is missing. */
  readContent(onPiece: (piece: Buffer) => Promise<void>): Promise<Result<null>>;
  close(): Promise<void>;
}

const DAMAGED = err('export-damaged');
const newerSchema = z.object({
  format: z.literal(EXPORT_FORMAT_NAME),
  version: z.number().gt(EXPORT_FORMAT_VERSION),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads that many bytes from a place, or fewer at the end of the file. */
async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, at + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Returns the first line of an export file, including its line break, and the header in it. */
async function readHeader(file: FileHandle): Promise<Result<{ line: Buffer; header: ExportHeader }>> {
  const beginning = await readAt(file, 0, MAX_EXPORT_HEADER_BYTES);
  const end = beginning.indexOf('\n');
  if (end === -1) return DAMAGED;
  const line = beginning.subarray(0, end + 1);
  const value = parseJson(line.toString('utf8'));
  if (newerSchema.safeParse(value).success) return err('storage-newer', { detail: 'the format of the file' });
  const header = exportHeaderSchema.safeParse(value);
  return header.success ? ok({ line, header: header.data }) : DAMAGED;
}

/** Reads the pieces of a file whose first line has been read. */
class PieceReader {
  readonly #file: FileHandle;
  readonly #line: Buffer;
  readonly #key: Buffer;
  readonly #size: number;

  constructor(file: FileHandle, line: Buffer, key: Buffer, size: number) {
    this.#file = file;
    this.#line = line;
    this.#key = key;
    this.#size = size;
  }

  async readOwner(): Promise<Result<ExportOwnerAndKey>> {
    const sealed = await readAt(
      this.#file,
      this.#line.length,
      EXPORT_OWNER_AND_KEY_BYTES + EXPORT_PIECE_TAG_BYTES,
    );
    const piece = decryptExportPiece(this.#key, this.#line, { index: 0, isLast: false }, sealed);
    const owner = exportOwnerAndKeySchema.safeParse(
      piece === null ? null : parseJson(piece.toString('utf8')),
    );
    return owner.success ? ok(owner.data) : DAMAGED;
  }

  async readContent(onPiece: (piece: Buffer) => Promise<void>): Promise<Result<null>> {
    let at = this.#line.length + EXPORT_OWNER_AND_KEY_BYTES + EXPORT_PIECE_TAG_BYTES;
    for (let index = 1; ; index++) {
      const sealed = await readAt(this.#file, at, EXPORT_PIECE_BYTES + EXPORT_PIECE_TAG_BYTES);
      at += sealed.length;
      const isLast = at >= this.#size;
      const piece = decryptExportPiece(this.#key, this.#line, { index, isLast }, sealed);
      if (piece === null) return DAMAGED;
      await onPiece(piece);
      if (isLast) return ok(null);
    }
  }
}

function toReadError(thrown: unknown): Result<never> {
  return err('file-unreadable', { detail: getSystemErrorCode(thrown) });
}

async function openHandle(file: string): Promise<Result<FileHandle>> {
  try {
    const handle = await open(file, 'r');
    if ((await handle.stat()).isFile()) return ok(handle);
    await handle.close();
    return err('file-unreadable', { detail: 'not a file' });
  } catch (thrown) {
    return toReadError(thrown);
  }
}

/**
 * Opens an export file and reads its first line. 'export-damaged' where it is none, 'storage-newer' where its format is,
 * 'file-unreadable' where the system does not let it be read.
 */
export async function openExportFile(path: string): Promise<Result<ExportReader>> {
  const handle = await openHandle(path);
  if (!handle.ok) return handle;
  const file = handle.value;
  const close = (): Promise<void> => file.close();
  try {
    const { size } = await file.stat();
    const found = await readHeader(file);
    if (!found.ok) {
      await close();
      return found;
    }
    const { line, header } = found.value;
    let pieces: PieceReader | null = null;
    return ok({
      header,
      unlock: async (passphrase) => {
        const { key, check } = await deriveExportKeyAndProof(passphrase, Buffer.from(header.salt, 'hex'));
        if (check !== header.check) return err('wrong-passphrase');
        pieces = new PieceReader(file, line, key, size);
        return pieces.readOwner();
      },
      readContent: async (onPiece) => (pieces === null ? DAMAGED : pieces.readContent(onPiece)),
      close,
    });
  } catch (thrown) {
    await close();
    return toReadError(thrown);
  }
}
