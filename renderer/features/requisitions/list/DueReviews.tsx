import { useEffect } from 'react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { useStore } from 'zustand';
import { useIdLabels } from '#renderer/shared/query/QueryChips.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { DUE_REVIEW_SEARCHES, toReviewerSearch } from '#renderer/state/requisitions/due-reviews.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { formatCount } from '#renderer/ui/format.ts';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { useWorklistQuery } from './worklist-filters.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import styles from './worklist.module.css';

const DATES = ['overdue', 'today', 'soon'] as const;

/**
 * The number of due reviews, each a link to those it counts. Renders nothing while none is due; says so if
 * counting failed.
 */
export function DueReviews() {
  const text = useText();
  const { worklist } = useStores();
  const clock = useStore(worklist.dueReviews.store);
  const idLabels = useIdLabels();
  // The numbers count all requisitions, regardless of the search.
  const isNarrowed = useWorklistQuery().text !== '';
  useEffect(() => worklist.dueReviews.show(), [worklist]);
  const dates = DATES.filter((each) => clock[each] > 0);
  if (clock.error !== null)
    return (
      <div className={styles.reviewClock} role="alert">
        <span className={styles.reviewClockFailed}>
          {text('worklist.dueReviews.failed')} {getErrorSentence(clock.error)}
        </span>
        <Button className={joinClasses(styles.reviewClockCount)} onPress={worklist.dueReviews.invalidate}>
          {text('worklist.dueReviews.retry')}
        </Button>
      </div>
    );
  if (dates.length === 0 && clock.reviewers.length === 0) return null;
  const show = (query: string): void =>
    worklist.updateQuery({ text: query, tab: 'all', order: { by: 'deadline', descending: false } });
  const getLabel = (each: keyof typeof DUE_REVIEW_SEARCHES): string => {
    const counted = text(`worklist.dueReviews.${each}`, { count: clock[each] });
    return isNarrowed ? text('worklist.dueReviews.inAll', { counted }) : counted;
  };
  const byReviewer = text('worklist.dueReviews.byReviewer');
  return (
    <Group className={joinClasses(styles.reviewClock)} aria-label={text('worklist.dueReviews.title')}>
      <span className={styles.reviewClockTitle}>{text('worklist.dueReviews.title')}</span>
      {dates.map((each) => (
        <Button
          key={each}
          className={joinClasses(styles.reviewClockCount)}
          data-date={each}
          onPress={() => show(DUE_REVIEW_SEARCHES[each])}
        >
          {getLabel(each)}
        </Button>
      ))}
      {clock.reviewers.length > 0 && (
        <MenuButton
          look="quiet"
          label={byReviewer}
          groups={[
            {
              label: byReviewer,
              choices: clock.reviewers.map(({ id, count }) => ({
                id,
                label: idLabels(id),
                aside: formatCount(count),
              })),
            },
          ]}
          chosen={null}
          onChoose={(id) => show(toReviewerSearch(id))}
        >
          {byReviewer}
        </MenuButton>
      )}
    </Group>
  );
}
