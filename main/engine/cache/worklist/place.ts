import { err, ok, type Result } from '#contract/result.ts';
import type { WorklistSort } from '#contract/worklist.ts';
import type { SortedPosition } from './order.ts';

const SHAPE = /^worklist\.([a-z]+)\.([ad])\.([-nt])\.(\d{1,15})\.([^]*)$/;

function getName({ by, descending }: WorklistSort): string {
  return `worklist.${by}.${descending ? 'd' : 'a'}`;
}

/** Writes a place in an order of the worklist as an opaque text. */
export function writePosition(order: WorklistSort, { key, row }: SortedPosition): string {
  const kind = key === null ? '-' : typeof key === 'number' ? 'n' : 't';
  return Buffer.from(`${getName(order)}.${kind}.${row}.${key ?? ''}`).toString('base64url');
}

/** Reads a place that came from outside; one of another order is refused. Undefined means the beginning: null. */
export function readPosition(order: WorklistSort, after: string | undefined): Result<SortedPosition | null> {
  if (after === undefined) return ok(null);
  const match = SHAPE.exec(Buffer.from(after, 'base64url').toString());
  const [, by, way, kind, row, text = ''] = match ?? [];
  if (`worklist.${by}.${way}` !== getName(order)) {
    return err('invalid-input', { detail: 'after: not a place in this list' });
  }
  const key = kind === '-' ? null : kind === 'n' ? Number(text) : text;
  if (Number.isNaN(key)) return err('invalid-input', { detail: 'after: not a place in this list' });
  return ok({ key, row: Number(row) });
}
