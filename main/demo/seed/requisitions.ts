import type { RandomGenerator } from '#main/base/random.ts';
import { generateId, createIdCodec } from '../ids.ts';
import { formatIsoTime } from '../timestamps.ts';
import {
  pickInteger,
  pickBoolean,
  hashNumbers,
  pickElement,
  pickConsecutiveElements,
  shuffle,
} from '../random-choices.ts';
import type { LazyGeneratedRecords } from '../collection.ts';
import { DIAGNOSES } from '../content/diagnoses.ts';
import { ORDER_DETAIL_SENTENCES } from '../content/remarks.ts';
import type { Diagnosis, DemoRequisition, RequisitionOutline, Script } from '../resources.ts';
import { type RequisitionBasics, generateRequisitionBasics } from './requisition-outline.ts';
import { createComments, createReviews, createStatusHistory } from './requisition-history.ts';
import type { SeedData } from './seed-data.ts';

const SALT = 11;

function pickDiagnoses({ random, order }: RequisitionBasics): Diagnosis[] {
  const codes = pickBoolean(random, 0.05)
    ? []
    : pickConsecutiveElements(random, order.codes, pickInteger(random, 1, 3));
  return codes.map((code) => ({ id: generateId('diag_', random), code, description: DIAGNOSES[code] ?? '' }));
}

function pickScripts({ random, order }: RequisitionBasics): Script[] {
  const ordered = pickBoolean(random, 0.04) ? [] : order.scripts;
  return ordered.map(([name, description]) => ({ id: generateId('scrt_', random), name, description }));
}

/** Returns a patient history of several pages, as if pasted from another note. */
function createLongDetails(random: RandomGenerator): string {
  const paragraphs = pickInteger(random, 6, 30);
  return Array.from({ length: paragraphs }, () => shuffle(random, ORDER_DETAIL_SENTENCES).join(' ')).join(
    '\n\n',
  );
}

function createOrderDetails({ random, outline, order, language }: RequisitionBasics): string {
  const draw = random.fraction();
  if (draw < 0.12) return '';
  if (draw > 0.995) return createLongDetails(random);
  return pickElement(random, outline.type === 'lab' && language !== null ? language.details : order.details);
}

function generateRequisition(seedData: SeedData, sketch: RequisitionBasics): DemoRequisition {
  const { random, outline, stage } = sketch;
  const provider = pickElement(random, seedData.providers);
  const creator = pickBoolean(random, 0.7) ? provider : pickElement(random, seedData.providers);
  return {
    id: outline.id,
    object: 'requisition',
    type: outline.type,
    name: outline.name,
    patient: outline.patient,
    share_with_patient: outline.share_with_patient,
    requisition_result: stage === 'results' ? generateId('rslt_', random) : null,
    service_facility: pickBoolean(random, 0.08) ? '' : pickElement(random, seedData.facilities[outline.type]),
    ordering_provider: provider,
    diagnoses: pickDiagnoses(sketch),
    scripts: pickScripts(sketch),
    order_details: createOrderDetails(sketch),
    comments: createComments(seedData, sketch, outline.id),
    reviews: createReviews(seedData, sketch),
    status_history: createStatusHistory(sketch, creator),
    created_by: creator,
    created_at: outline.created_at,
    last_updated_at: formatIsoTime(sketch.updatedAt),
  };
}

/** Returns the source of `size` requisitions, each generated on demand. */
export function createLazyGeneratedRequisitions(
  seedData: SeedData,
  size: number,
): LazyGeneratedRecords<DemoRequisition, RequisitionOutline> {
  const ids = createIdCodec('req_', hashNumbers(seedData.seed, SALT, 0), seedData.idShape);
  const sketch = (index: number): RequisitionBasics => generateRequisitionBasics(seedData, ids, size, index);
  return {
    size,
    indexOf: ids.indexOf,
    outline: (index) => sketch(index).outline,
    record: (index) => generateRequisition(seedData, sketch(index)),
  };
}
