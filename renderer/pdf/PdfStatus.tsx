import { Download, RefreshCw, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { PdfState } from '#contract/pdfs.ts';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { type TextFunction, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { formatCount, formatWithOneDecimal } from '#renderer/ui/format.ts';
import { getDownloadErrorSentence } from './download-error.ts';
import styles from './pdf.module.css';
import { Status } from '#renderer/ui/Status.tsx';

const KILOBYTE = 1_000;
const MEGABYTE = 1_000_000;

/** Formats a file size: whole kilobytes, or megabytes with one decimal. */
export function formatFileSize(text: TextFunction, bytes: number): string {
  if (bytes < MEGABYTE)
    return text('pdf.size.kilobytes', { amount: formatCount(Math.ceil(bytes / KILOBYTE)) });
  return text('pdf.size.megabytes', { amount: formatWithOneDecimal(bytes / MEGABYTE) });
}

function isOnItsWay(pdf: PdfState | null): boolean {
  return pdf?.state === 'queued' || pdf?.state === 'arriving';
}

/** The state of a PDF as text, with the button that applies to it. */
export function PdfStatus({ pdf }: { readonly pdf: PdfState }) {
  const text = useText();
  const { dateTime } = useDateFormat();
  const { isStale, error, printedBefore } = pdf;
  const isArriving = isOnItsWay(pdf);
  return (
    <div className={styles.pdfStatus}>
      <Status as="div" className={styles.pdfState} isQuietAtFirst>
        <StateText pdf={pdf} />
      </Status>
      {isArriving && <Arrival pdf={pdf} />}
      {isStale && <p className={styles.pdfWarning}>{text('pdf.stale')}</p>}
      {printedBefore !== null && (
        <p className={styles.pdfWarning}>{text('pdf.printedBefore', { when: dateTime(printedBefore) })}</p>
      )}
      {error !== null && !isArriving && (
        <p className={styles.pdfProblem} role="alert">
          {getDownloadErrorSentence(text, error)}
        </p>
      )}
      {!isArriving && <FetchButton pdf={pdf} />}
    </div>
  );
}

function StateText({ pdf }: { readonly pdf: PdfState }) {
  const text = useText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const { state, fetchedAt, hash } = pdf;
  if (hash !== null && fetchedAt !== null && state !== 'queued' && state !== 'arriving')
    return text('pdf.state.here', { when: asOf(fetchedAt, now) });
  return text(`pdf.state.${state === 'here' ? 'none' : state}`);
}

function Arrival({ pdf }: { readonly pdf: PdfState }) {
  const text = useText();
  const { cancel } = useStores().pdf;
  const { received, size } = pdf;
  const words =
    size === null
      ? text('pdf.receivedOnly', { received: formatFileSize(text, received) })
      : text('pdf.received', { received: formatFileSize(text, received), size: formatFileSize(text, size) });
  return (
    <div className={styles.pdfProgress}>
      <progress
        aria-label={text('pdf.state.arriving')}
        {...(size === null || size === 0 ? {} : { value: Math.min(received, size), max: size })}
      />
      {received > 0 && <span className="tabular">{words}</span>}
      <Button size="small" icon={<Icon shape={X} size={14} />} onPress={cancel}>
        {text('pdf.cancel')}
      </Button>
    </div>
  );
}

/** Moves the focus from a button that disappears to its PDF, instead of losing it to the top of the record. */
function moveFocusToPane(button: HTMLElement | null): void {
  button?.closest<HTMLElement>('[data-pdf-pane]')?.focus({ preventScroll: true });
}

/** Downloads a PDF that is missing or out of date. Renders nothing if there is nothing to download. */
function FetchButton({ pdf }: { readonly pdf: PdfState }) {
  const text = useText();
  const { fetch, store } = useStores().pdf;
  const button = useRef<HTMLButtonElement>(null);
  const { isStale, error, hash } = pdf;
  // The button also disappears when the download begins by itself.
  useLayoutEffect(
    () => () => {
      const { current } = button;
      if (current === document.activeElement && isOnItsWay(store.getState().pdf)) moveFocusToPane(current);
    },
    [store],
  );
  if (hash !== null && !isStale && error === null) return null;
  const again = error === null ? 'fetchAgain' : 'tryAgain';
  const word = hash === null && error === null ? 'fetch' : again;
  return (
    <div className={styles.pdfActions}>
      <Button
        size="small"
        icon={<Icon shape={hash === null ? Download : RefreshCw} size={14} />}
        ref={button}
        onPress={() => {
          moveFocusToPane(button.current);
          fetch();
        }}
      >
        {text(`pdf.${word}`)}
      </Button>
    </div>
  );
}
