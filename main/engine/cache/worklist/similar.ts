import type { Parsed } from '#contract/api.ts';
import type { Requisition } from '#contract/requisition.ts';
import { readRequisition } from '#main/engine/service/wire/requisition.ts';
import { findRecord } from '../trace.ts';
import { findPositions, type FoundPosition } from './find.ts';
import type { QueryContext } from './ground.ts';
import { normalizeText } from './searched-text.ts';

type Asked = Parsed<'requisitions.similar'>;

/** The newest requisitions of a patient are compared. */
const COMPARED = 300;
const MAX_SHOWN = 5;
/** So large a share in common makes two names, or two sets of scripts or codes, nearly the same. */
const NEAR = { name: 0.6, scripts: 0.5, codes: 0.5 } as const;
const ENDED = 'results_received';

function toText(text: string): ReadonlySet<string> {
  return new Set(normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? []);
}

function toNormalizedSet(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.map((text) => normalizeText(text).trim()).filter((text) => text !== ''));
}

/** How much two sets have in common, of all that is in either; nothing where one is empty. */
function inCommon(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const common = [...left].filter((each) => right.has(each)).length;
  return common === 0 ? 0 : common / (left.size + right.size - common);
}

/** How near a requisition is to what is asked; 0 where it is not near at all. */
function nearness(record: Requisition, { name, scripts, codes }: Asked): number {
  const ofName = inCommon(toText(name), toText(record.name));
  const ofScripts = inCommon(
    toNormalizedSet(scripts),
    toNormalizedSet(record.scripts.map((script) => script.name)),
  );
  const ofCodes = inCommon(toNormalizedSet(codes), toNormalizedSet(record.diagnoses.map(({ code }) => code)));
  // One diagnosis has many orders: codes speak alone only where there is nothing else to compare.
  const hasOnlyCodes = name.trim() === '' && scripts.length === 0;
  const isNear = ofName >= NEAR.name || ofScripts >= NEAR.scripts || (hasOnlyCodes && ofCodes >= NEAR.codes);
  return isNear ? ofName + ofScripts + ofCodes : 0;
}

/** Requisitions of the patient that have no results yet and are nearly the same, the nearest first. */
export function similarPositions(context: QueryContext, asked: Asked): readonly FoundPosition[] {
  const { positions } = findPositions(
    context,
    {
      tab: 'all',
      terms: [
        { field: 'patient', value: asked.patient, isNot: false },
        { field: 'status', value: ENDED, isNot: true },
      ],
      order: { by: 'updated', descending: true },
    },
    { position: null, limit: COMPARED },
  );
  const near = positions.flatMap((position) => {
    if (position.id === asked.except) return [];
    const record =
      position.pending?.record ?? findRecord(context.cache, 'requisition', position.row, readRequisition);
    const score = record === null || record.type !== asked.type ? 0 : nearness(record, asked);
    return score > 0 ? [{ position, score }] : [];
  });
  return near
    .toSorted((left, right) => right.score - left.score)
    .slice(0, MAX_SHOWN)
    .map(({ position }) => position);
}
