import { Checkbox } from 'react-aria-components/Checkbox';
import { Heading } from 'react-aria-components/Heading';
import { useStore } from 'zustand';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { useWhoseReviewLabel } from '#renderer/shared/record/review-labels.ts';
import type { BatchReviewRow } from '#renderer/state/requisitions/batch-review.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { DialogActions, ModalDialog } from '#renderer/ui/Overlay.tsx';
import styles from './worklist.module.css';

/** Maximum number of requisitions shown in the dialog. */
const SHOWN = 200;

/**
 * Reviews several requisitions at once. Only those that the user has opened as they are now can be ticked; the
 * others say why not.
 */
export function BatchReviewDialog() {
  const { reviewSheet } = useStores().worklist;
  const isOpen = useStore(reviewSheet.store, (state) => state.isOpen);
  return (
    <ModalDialog size="medium" isOpen={isOpen} onOpenChange={(open) => !open && reviewSheet.close()}>
      {isOpen && <ReviewSheetBody />}
    </ModalDialog>
  );
}

function ReviewSheetBody() {
  const text = useText();
  const { reviewSheet } = useStores().worklist;
  const { rows, ticked, error } = useStore(reviewSheet.store);
  const shown = (rows ?? [])
    .toSorted((left, right) => Number(left.obstacle !== null) - Number(right.obstacle !== null))
    .slice(0, SHOWN);
  return (
    <>
      <Heading slot="title" level={2}>
        {text('worklist.reviewSheet.title')}
      </Heading>
      <p>{text('worklist.reviewSheet.rule')}</p>
      {error !== null && (
        <p className="error-text" role="alert">
          {rows !== null && `${text('pending.refused')} `}
          {getErrorSentence(error)}
        </p>
      )}
      {rows === null && error === null && <p className="muted">{text('list.loading')}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
      <ul className={styles.resultRows} tabIndex={0} aria-label={text('worklist.reviewSheet.title')}>
        {shown.map((each) => (
          <BatchReviewRowView key={each.row.id} {...each} />
        ))}
      </ul>
      {rows !== null && rows.length > shown.length && (
        <p>{text('worklist.result.more', { count: rows.length - shown.length })}</p>
      )}
      <DialogActions>
        <ButtonWithDisabledReason
          tone="primary"
          reason={ticked.size === 0 ? text('disabled.nothingTicked') : null}
          onPress={() => void reviewSheet.confirm()}
        >
          {text('worklist.reviewSheet.confirm', { count: ticked.size })}
        </ButtonWithDisabledReason>
        <Button onPress={reviewSheet.close}>{text('worklist.actions.goBack')}</Button>
      </DialogActions>
    </>
  );
}

function BatchReviewRowView({ row, obstacle }: BatchReviewRow) {
  const text = useText();
  const { reviewSheet } = useStores().worklist;
  const isTicked = useStore(reviewSheet.store, ({ ticked }) => ticked.has(row.id));
  const label = useWhoseReviewLabel();
  const [first] = row.openReviews;
  const others = obstacle === 'beside' || obstacle === 'unknown' ? (first?.reviewer ?? '') : null;
  return (
    <li>
      <Checkbox
        className={joinClasses(styles.sheetTick)}
        isSelected={isTicked}
        isDisabled={obstacle !== null}
        onChange={() => reviewSheet.toggle(row.id)}
      >
        <span className={styles.sheetBox} aria-hidden="true" />
        <span className={styles.resultName}>
          <bdi>{row.name || text('requisition.unnamed')}</bdi> <NamedId id={row.patient} show="end" />
        </span>
      </Checkbox>
      <span className={styles.resultState}>
        {obstacle === null
          ? text('worklist.reviewSheet.opened')
          : text(`worklist.reviewSheet.obstacle.${obstacle}`, {
              who: others === null ? '' : label(others),
            })}
      </span>
    </li>
  );
}
