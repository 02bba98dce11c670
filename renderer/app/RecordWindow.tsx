import { useEffect, useRef, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { RecordOfWindow } from '#contract/record-windows.ts';
import type { Kind } from '#contract/records.ts';
import { FormRecord } from '#renderer/features/forms/record/FormRecord.tsx';
import { NotificationRecord } from '#renderer/features/inbox/NotificationRecord.tsx';
import { SnoozeDialog } from '#renderer/features/inbox/SnoozeDialog.tsx';
import { RequisitionRecord } from '#renderer/features/requisitions/record/RequisitionRecord.tsx';
import { RecordPane } from '#renderer/shared/record/RecordPane.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { RecordWindowBanners } from './AppBanners.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Toasts } from './Toasts.tsx';
import styles from './frame.module.css';

/** The window closes with its frame, so the record itself has no button for it. */
function stay(): void {}

/** The record of each kind, in the place of the list and everything else. */
const RECORDS: Readonly<Record<Kind, () => ReactNode>> = {
  requisition: () => <RequisitionOfWindow />,
  form: () => <FormOfWindow />,
  notification: () => <NotificationOfWindow />,
};

function RequisitionOfWindow() {
  return (
    <RecordPane kind="requisition" browser={useStores().browsers.requisition}>
      {(record, fetchedAt) => <RequisitionRecord record={record} fetchedAt={fetchedAt} onClose={stay} />}
    </RecordPane>
  );
}

function FormOfWindow() {
  return (
    <RecordPane kind="form" browser={useStores().browsers.form}>
      {(form, fetchedAt) => <FormRecord form={form} fetchedAt={fetchedAt} onClose={stay} />}
    </RecordPane>
  );
}

function NotificationOfWindow() {
  return (
    <>
      <RecordPane kind="notification" browser={useStores().browsers.notification}>
        {(notification, fetchedAt) => (
          <NotificationRecord notification={notification} fetchedAt={fetchedAt} onClose={stay} />
        )}
      </RecordPane>
      <SnoozeDialog />
    </>
  );
}

/** Moves the focus to the record's name once it is on screen. */
function useFocusOnName(kind: Kind): void {
  const isShown = useStore(useStores().browsers[kind].record.store, ({ phase }) => phase === 'ready');
  const hasMoved = useRef(false);
  useEffect(() => {
    if (!isShown || hasMoved.current) return;
    hasMoved.current = true;
    document.querySelector<HTMLElement>('[data-record-name]')?.focus({ preventScroll: true });
  }, [isShown]);
}

/** Saves what is typed when the user leaves the window: the account may be closed in another one. */
function useSavingOnLeave(): void {
  const stores = useStores();
  useEffect(() => {
    const save = (): void => void stores.saveTypedInput();
    window.addEventListener('blur', save);
    return () => window.removeEventListener('blur', save);
  }, [stores]);
}

/** The whole window of one record: banners, the record with its actions, messages. */
export function RecordWindow({ kind }: Pick<RecordOfWindow, 'kind'>) {
  const text = useText();
  const { calls } = useStores();
  const title = text(`recordWindow.title.${kind}`);
  useFocusOnName(kind);
  useSavingOnLeave();
  useEffect(() => {
    // Only the kind, never a name: the title is visible in task bars and on shared screens.
    document.title = text('window.title', { screen: title });
  }, [text, title]);
  return (
    <div className={styles.frame} data-print="flow">
      <div data-print="hide">
        <RecordWindowBanners />
      </div>
      <main
        className={styles.recordWindow}
        data-print="flow"
        data-pane="record"
        tabIndex={-1}
        aria-label={title}
      >
        <h1 className="visually-hidden">{title}</h1>
        <ErrorBoundary onFault={(fault) => void calls['app.reportFault'](fault)}>
          {RECORDS[kind]()}
        </ErrorBoundary>
      </main>
      <Toasts />
    </div>
  );
}
