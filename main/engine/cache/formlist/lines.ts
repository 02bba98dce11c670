import type { FormLine, FormTerm } from '#contract/form-list.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import { listed, sql } from '#main/engine/store/sql.ts';
import { readDate, title } from '../summary.ts';
import { hitIn, neededTexts } from '../worklist/hit.ts';
import type { FormCard } from './card.ts';
import type { FormGround } from './ground.ts';

type Marks = Pick<FormLine, 'driftSince' | 'isChanged' | 'followUp' | 'hit'>;

function lineOf({ record, state, pending, oldestRequestAt }: FormCard, marks: Marks): FormLine {
  const { usableBy } = record;
  return {
    id: record.id,
    name: title(record.name),
    published: record.publishedVersion !== '',
    hasUnpublishedChanges: record.hasUnpublishedChanges,
    usableByAll: usableBy.usableByAll,
    openRequests: record.requestCompletionFrom.length,
    createdAt: record.createdAt,
    lastUpdatedAt: record.lastUpdatedAt,
    flagged: record.flags.length > 0,
    pending,
    state,
    createdBy: record.createdBy,
    medicalCenters: usableBy.medicalCenters.length,
    specializations: usableBy.specializations.length,
    peerGroups: usableBy.peerGroups.length,
    individuals: usableBy.individuals.length,
    oldestRequestAt,
    ...marks,
  };
}

/** Since when this desk knows of changes that patients do not see, of those of these forms that have any. */
export function driftsOf({ desk }: FormGround, ids: readonly string[]): ReadonlyMap<string, EpochMs> {
  const drifts = desk.all(
    sql<{ form: string; since: number }>`SELECT form, since FROM form_drift WHERE form IN ${listed(ids)}`,
  );
  return new Map(drifts.map(({ form, since }) => [form, epochMs(since)]));
}

function hitsOf(
  { keepsakes }: FormGround,
  cards: readonly FormCard[],
  terms: readonly FormTerm[],
): ReadonlyMap<string, FormLine['hit']> {
  const texts = neededTexts(terms);
  if (texts.length === 0) return new Map();
  const names = keepsakes.namesOf([...new Set(cards.flatMap(({ people }) => people))]);
  return new Map(
    cards.map(({ id, record, people }) => {
      const named = people.map((person) => names.get(person) ?? '');
      return [
        id,
        hitIn(
          record.name,
          [
            ['description', [record.description]],
            ['people', named],
          ],
          texts,
        ),
      ];
    }),
  );
}

/** Lines of the list for forms in their order, with what the desk knows of each. */
export function formLines(
  ground: FormGround,
  cards: readonly FormCard[],
  terms: readonly FormTerm[],
): readonly FormLine[] {
  const world = ground.world();
  const hits = hitsOf(ground, cards, terms);
  const drifts = driftsOf(
    ground,
    cards.map(({ id }) => id),
  );
  return cards.map((card) => {
    const remindOn = world.followUp(card.id);
    return lineOf(card, {
      driftSince: card.state === 'unpublished_changes' ? (drifts.get(card.id) ?? null) : null,
      isChanged: world.isChanged(card.id),
      followUp: remindOn === undefined ? null : { remindOn: readDate(remindOn) },
      hit: hits.get(card.id) ?? null,
    });
  });
}
