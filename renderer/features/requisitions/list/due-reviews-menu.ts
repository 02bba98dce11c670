import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useIdLabelFormatter } from '#renderer/shared/ids/id-labels.ts';
import { type SearchShortcutMenuGroups } from '#renderer/shared/query/QueryChips.tsx';
import { DUE_REVIEW_SEARCHES, toOpenReviewsOfUserSearch } from '#renderer/state/requisitions/due-reviews.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import type { MenuGroup } from '#renderer/ui/page-menus.ts';
import { formatCount } from '#renderer/ui/format.ts';
import { useWorklistQuery } from './worklist-filters.ts';

const DATES = ['overdue', 'today', 'soon'] as const;
const RETRY = 'count due reviews again';
/** Before a search in the id of a choice: a filter may be the same search. */
const SEARCH = 'search ';

/**
 * The due reviews of all requisitions with their counts, each a search for those it counts; without any while none is
 * due. Says so if counting failed.
 */
export function useDueReviewShortcutGroups(): SearchShortcutMenuGroups {
  const text = useText();
  const { worklist } = useStores();
  const { error, reviewers, ...due } = useStore(worklist.dueReviews.store);
  const idLabels = useIdLabelFormatter();
  // The numbers count all requisitions, regardless of the search.
  const isNarrowed = useWorklistQuery().text !== '';
  useEffect(() => worklist.dueReviews.show(), [worklist]);

  if (error !== null)
    return {
      first: [
        {
          label: `${text('worklist.dueReviews.failed')} ${getErrorSentence(error)}`,
          choices: [{ id: RETRY, label: text('worklist.dueReviews.retry') }],
        },
      ],
      last: [],
      onChoose: worklist.dueReviews.invalidate,
    };

  const getLabel = (each: keyof typeof DUE_REVIEW_SEARCHES): string => {
    const counted = text(`worklist.dueReviews.${each}`, { count: due[each] });
    return isNarrowed ? text('worklist.dueReviews.inAll', { counted }) : counted;
  };
  const dates: MenuGroup = {
    label: text('worklist.dueReviews.title'),
    choices: DATES.filter((each) => due[each] > 0).map((each) => ({
      id: SEARCH + DUE_REVIEW_SEARCHES[each],
      label: getLabel(each),
    })),
  };
  const byReviewer: MenuGroup = {
    label: text('worklist.dueReviews.byReviewer'),
    choices: reviewers.map(({ id, count }) => ({
      id: SEARCH + toOpenReviewsOfUserSearch(id),
      label: idLabels(id),
      aside: formatCount(count),
    })),
  };
  const order = { by: 'deadline', descending: false } as const;
  return {
    first: [dates].filter(({ choices }) => choices.length > 0),
    last: [byReviewer].filter(({ choices }) => choices.length > 0),
    onChoose: (id) => worklist.updateQuery({ text: id.slice(SEARCH.length), tab: 'all', order }),
  };
}
