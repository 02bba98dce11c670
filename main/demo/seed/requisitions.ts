import type { Random } from '#main/base/random.ts';
import { between, happens, mixed, pick, pickSome, shuffled, drawId, identifiers, isoTime } from '../ids.ts';
import type { Source } from '../collection.ts';
import { DIAGNOSES } from '../content/diagnoses.ts';
import { LONG_DETAILS } from '../content/remarks.ts';
import type { Diagnosis, Requisition, RequisitionOutline, Script } from '../resources.ts';
import { type RequisitionSketch, sketchRequisition } from './requisition-outline.ts';
import { comments, reviews, statusHistory } from './requisition-history.ts';
import type { World } from './world.ts';

const SALT = 11;

function diagnoses({ random, order }: RequisitionSketch): Diagnosis[] {
  const codes = happens(random, 0.05) ? [] : pickSome(random, order.codes, between(random, 1, 3));
  return codes.map((code) => ({ id: drawId('diag_', random), code, description: DIAGNOSES[code] ?? '' }));
}

function scripts({ random, order }: RequisitionSketch): Script[] {
  const ordered = happens(random, 0.04) ? [] : order.scripts;
  return ordered.map(([name, description]) => ({ id: drawId('scrt_', random), name, description }));
}

/** Returns several pages of history, as in a copied note. */
function longDetails(random: Random): string {
  const paragraphs = between(random, 6, 30);
  return Array.from({ length: paragraphs }, () => shuffled(random, LONG_DETAILS).join(' ')).join('\n\n');
}

function orderDetails({ random, outline, order, language }: RequisitionSketch): string {
  const draw = random.fraction();
  if (draw < 0.12) return '';
  if (draw > 0.995) return longDetails(random);
  return pick(random, outline.type === 'lab' && language !== null ? language.details : order.details);
}

function requisition(world: World, sketch: RequisitionSketch): Requisition {
  const { random, outline, stage } = sketch;
  const provider = pick(random, world.providers);
  const creator = happens(random, 0.7) ? provider : pick(random, world.providers);
  return {
    id: outline.id,
    object: 'requisition',
    type: outline.type,
    name: outline.name,
    patient: outline.patient,
    share_with_patient: outline.share_with_patient,
    requisition_result: stage === 'results' ? drawId('rslt_', random) : null,
    service_facility: happens(random, 0.08) ? '' : pick(random, world.facilities[outline.type]),
    ordering_provider: provider,
    diagnoses: diagnoses(sketch),
    scripts: scripts(sketch),
    order_details: orderDetails(sketch),
    comments: comments(world, sketch, outline.id),
    reviews: reviews(world, sketch),
    status_history: statusHistory(sketch, creator),
    created_by: creator,
    created_at: outline.created_at,
    last_updated_at: isoTime(sketch.updatedAt),
  };
}

/** Returns the source of `size` requisitions, each generated on demand. */
export function requisitionSource(world: World, size: number): Source<Requisition, RequisitionOutline> {
  const ids = identifiers('req_', mixed(world.seed, SALT, 0), world.idShape);
  const sketch = (index: number): RequisitionSketch => sketchRequisition(world, ids, size, index);
  return {
    size,
    indexOf: ids.indexOf,
    outline: (index) => sketch(index).outline,
    record: (index) => requisition(world, sketch(index)),
  };
}
