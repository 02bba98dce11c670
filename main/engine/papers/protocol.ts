import type { EpochMs } from '#contract/time.ts';

/** Where the PDFs of an account lie and what opens them. */
export interface PdfFile {
  readonly folder: string;
  /** 64 hex digits. */
  readonly key: string;
  /** True after damage was met while the file was open: it is set aside without another look. */
  readonly isDamaged?: boolean;
}

/** How many bytes one row holds of a PDF. */
export const PIECE = 262_144;

/** A PDF that is here, whole. */
export interface PdfRow {
  readonly id: string;
  /** `last_updated_at` of the requisition that it belongs to. */
  readonly version: EpochMs | null;
  /** SHA-256, hex. */
  readonly hash: string;
  readonly size: number;
  readonly fetchedAt: EpochMs;
}

/** Where a copy goes, and whether it may take the place of what is there. */
export interface CopyTarget {
  readonly id: string;
  readonly path: string;
  readonly replaces: boolean;
}

/** Room for PDFs, in bytes, and which are not taken away for another. */
interface Room {
  readonly cap: number;
  readonly stored: readonly string[];
}

/** What the thread of the PDFs answers, by name. */
export interface PdfCalls {
  open: { input: PdfFile; output: null };
  /** Begins to take one; answers its number. */
  begin: { input: { id: string; version: EpochMs | null }; output: number };
  /** All but the last are of `PIECE` bytes. */
  piece: { input: { number: number; place: number; bytes: Uint8Array }; output: null };
  /** It is whole now, and takes the place of the one before it. */
  finish: { input: { number: number; size: number; hash: string }; output: null };
  abandon: { input: { number: number }; output: null };
  /** Those of these that are here. */
  find: { input: { ids: readonly string[] }; output: readonly PdfRow[] };
  /** Up to `PDF_PIECE` bytes from an offset; 'not-found' where the PDF is not here. */
  read: {
    input: { id: string; offset: number };
    output: { bytes: Uint8Array<ArrayBuffer>; size: number; hash: string };
  };
  /** Writes a copy, whole or not at all. 'storage-damaged' where the bytes are not those that arrived. */
  copyTo: { input: CopyTarget; output: PdfRow };
  drop: { input: { ids: readonly string[] }; output: null };
  held: { input: null; output: { count: number; bytes: number } };
  /** Takes away what was unused longest until all fit, but none that is kept; answers what is here then, in bytes. */
  makeRoom: { input: Room; output: number };
  close: { input: null; output: null };
}
