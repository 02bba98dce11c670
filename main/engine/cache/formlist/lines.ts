import type { FormListRow, FormTerm } from '#contract/form-list.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import { listed, sql } from '#main/engine/store/sql.ts';
import { readDate, truncateTitle } from '../summary.ts';
import { findHit, neededTexts } from '../worklist/hit.ts';
import type { FormCard } from './card.ts';
import type { FormQueryContext } from './ground.ts';

type RowMarks = Pick<FormListRow, 'unpublishedSince' | 'isChanged' | 'followUp' | 'hit'>;

function toRow({ record, state, pending, oldestRequestAt }: FormCard, marks: RowMarks): FormListRow {
  const { usableBy } = record;
  return {
    id: record.id,
    name: truncateTitle(record.name),
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
export function getDrifts({ local }: FormQueryContext, ids: readonly string[]): ReadonlyMap<string, EpochMs> {
  const drifts = local.all(
    sql<{
      form: string;
      since: number;
    }>`SELECT form, since FROM form_unpublished WHERE form IN ${listed(ids)}`,
  );
  return new Map(drifts.map(({ form, since }) => [form, epochMs(since)]));
}

function getHits(
  { localData }: FormQueryContext,
  cards: readonly FormCard[],
  terms: readonly FormTerm[],
): ReadonlyMap<string, FormListRow['hit']> {
  const texts = neededTexts(terms);
  if (texts.length === 0) return new Map();
  const names = localData.namesOf([...new Set(cards.flatMap(({ people }) => people))]);
  return new Map(
    cards.map(({ id, record, people }) => {
      const named = people.map((person) => names.get(person) ?? '');
      return [
        id,
        findHit(
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
export function toFormListRows(
  context: FormQueryContext,
  cards: readonly FormCard[],
  terms: readonly FormTerm[],
): readonly FormListRow[] {
  const filterContext = context.filterContext();
  const hits = getHits(context, cards, terms);
  const drifts = getDrifts(
    context,
    cards.map(({ id }) => id),
  );
  return cards.map((card) => {
    const remindOn = filterContext.followUp(card.id);
    return toRow(card, {
      unpublishedSince: card.state === 'unpublished_changes' ? (drifts.get(card.id) ?? null) : null,
      isChanged: filterContext.isChanged(card.id),
      followUp: remindOn === undefined ? null : { remindOn: readDate(remindOn) },
      hit: hits.get(card.id) ?? null,
    });
  });
}
