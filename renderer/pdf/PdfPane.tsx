import { Maximize2, Minimize2 } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { PdfUseLogEntry } from '#contract/local-data.ts';
import { isLocalId } from '#contract/records.ts';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import { useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { RecordBody } from '#renderer/shared/record/RecordHeader.tsx';
import { Disclosure } from '#renderer/ui/Disclosure.tsx';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { PdfActions } from './PdfActions.tsx';
import { PdfPages } from './PdfPages.tsx';
import { PdfStatus } from './PdfStatus.tsx';
import { MAX_SHOWN_PAGES, usePdfDocument, type PdfDocumentState } from './use-pdf.ts';
import styles from './pdf.module.css';
import { Status } from '#renderer/ui/Status.tsx';

/** When the PDF was printed, exported or opened here, and which version. Renders nothing without entries. */
function PrintLog({ entries }: { readonly entries: readonly PdfUseLogEntry[] }) {
  const text = useText();
  const { dateTime } = useDateFormat();
  if (entries.length === 0) return null;
  return (
    <div className={styles.printLog}>
      <Disclosure title={text('pdf.printLog')} hint={text('pdf.printLogHint')}>
        {() => (
          <ol className={styles.printLogEntries}>
            {entries.map(({ number, action, at, version }) => (
              <li key={number}>
                <span>{text(`pdf.action.${action}`)}</span>
                <span className="tabular">{dateTime(at)}</span>
                {version !== null && (
                  <span className="tabular">{text('pdf.printLogVersion', { when: dateTime(version) })}</span>
                )}
              </li>
            ))}
          </ol>
        )}
      </Disclosure>
    </div>
  );
}

const SKELETON_ROWS = 8;
const SKELETON_HEIGHT = 40;

/** A PDF that is on this computer: its actions and its pages. */
function PdfPreview({ id }: { readonly id: string }) {
  const state = usePdfDocument(id);
  return (
    <>
      <PdfActions pdf={state} />
      <Pages state={state} />
    </>
  );
}

function Pages({ state }: { readonly state: PdfDocumentState }) {
  const text = useText();
  switch (state.phase) {
    case 'reading':
      return <Skeleton label={text('pdf.drawing')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />;
    case 'failed':
      return (
        <p className={styles.pdfProblem} role="alert">
          {state.error === null
            ? text(`pdf.${state.why}`, { most: MAX_SHOWN_PAGES })
            : getErrorSentence(state.error)}
        </p>
      );
    case 'ready':
      return <PdfPages opened={state.opened} />;
  }
}

interface PdfPaneProps {
  readonly id: string;
  /** The status of the requisition is draft. */
  readonly isDraft: boolean;
}

/** The PDF of a requisition: its state, the actions, the pages. */
export function PdfPane({ id, isDraft }: PdfPaneProps) {
  const text = useText();
  const isAtService = !isLocalId(id);
  return (
    <section
      className={styles.pdfPane}
      data-pdf-pane=""
      data-print="hide"
      aria-label={text('pdf.title')}
      tabIndex={-1}
    >
      <header className={styles.pdfHead}>
        <h3>{text('pdf.title')}</h3>
        {isDraft && isAtService && <span className={styles.pdfDraft}>{text('pdf.draft')}</span>}
        <WideButton />
      </header>
      {isAtService ? <KnownPdf id={id} /> : <UnknownPdf />}
    </section>
  );
}

/** Gives the record and its PDF the place of the list; a narrow window does so anyway. */
function WideButton() {
  const text = useText();
  const { recordWindow, view } = useStores();
  const keyLabel = useGetCommandKeyLabel();
  const isWide = useStore(view.store, ({ isRecordWide }) => isRecordWide);
  if (recordWindow !== null) return null;
  return (
    <div className={styles.pdfWide}>
      <ButtonWithHint
        size="small"
        tone="quiet"
        icon={<Icon shape={isWide ? Minimize2 : Maximize2} size={14} />}
        shortcut={keyLabel('record.wide')}
        onPress={view.toggleWideRecord}
      >
        {text(isWide ? 'pdfWide.narrow' : 'pdfWide.widen')}
      </ButtonWithHint>
    </div>
  );
}

/** Explains that a record has no PDF before it is sent to the service. */
function UnknownPdf() {
  const text = useText();
  return (
    <div className={styles.pdfStatus}>
      <p>{text('pdf.unknown')}</p>
      <div className={styles.pdfActions}>
        <ButtonWithDisabledReason size="small" reason={text('pdf.unknown')} onPress={() => {}}>
          {text('pdf.fetch')}
        </ButtonWithDisabledReason>
      </div>
    </div>
  );
}

function KnownPdf({ id }: { readonly id: string }) {
  const text = useText();
  const { pdf: pdfStore } = useStores();
  const state = useStore(pdfStore.store);
  useEffect(() => pdfStore.show(id), [pdfStore, id]);
  const { pdf, readProblem, problem, notice, printLog } = state;
  const start = useRef<HTMLDivElement>(null);
  const hash = pdf?.hash ?? null;
  useEffect(() => {
    // If the user requested the PDF here, it gets the focus once it has arrived.
    const section = start.current?.closest('[data-pdf-pane]');
    if (hash !== null && section !== undefined && section === document.activeElement)
      section?.scrollIntoView({ block: 'start' });
  }, [hash]);
  if (state.id !== id || pdf === null) {
    const words = readProblem === null ? text('pdf.loading') : getErrorSentence(readProblem);
    return readProblem === null ? <p>{words}</p> : <p role="alert">{words}</p>;
  }
  return (
    <>
      <div ref={start}>
        <PdfStatus pdf={pdf} />
      </div>
      <Status as="p" className={styles.pdfNotice}>
        {notice !== null &&
          (notice.what === 'saved'
            ? text('pdf.notice.saved', { path: notice.path })
            : text(`pdf.notice.${notice.what}`))}
      </Status>
      {problem !== null && (
        <p className={styles.pdfProblem} role="alert">
          {text('pdf.notDone')} {getErrorSentence(problem)}
        </p>
      )}
      {readProblem !== null && (
        <p className={styles.pdfProblem} role="alert">
          {text('pdf.notReread')} {getErrorSentence(readProblem)}
        </p>
      )}
      {pdf.hash !== null && <PdfPreview key={JSON.stringify([id, pdf.hash])} id={id} />}
      <PrintLog entries={printLog} />
    </>
  );
}

interface RecordWithPdfProps {
  /** Id of the requisition. */
  readonly id: string;
  readonly isDraft: boolean;
  /** The record view. */
  readonly children: ReactNode;
}

/**
 * A record and its PDF: side by side if the PDF is on this computer and there is room, otherwise one below
 * the other.
 */
export function RecordWithPdf({ id, isDraft, children }: RecordWithPdfProps) {
  const isBeside = useStore(useStores().pdf.store, ({ id: shown, pdf }) => {
    return shown === id && pdf !== null && pdf.hash !== null;
  });
  return (
    <div className={styles.pdfRoom} data-print="flow">
      <div className={styles.pdfSplit} data-print="flow" data-beside={isBeside ? '' : undefined}>
        <RecordBody>{children}</RecordBody>
        <PdfPane id={id} isDraft={isDraft} />
      </div>
    </div>
  );
}
