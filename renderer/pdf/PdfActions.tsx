import { ExternalLink, Printer, Save } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { POLICY_WITHOUT_FILE } from '#contract/policy.ts';
import { err, ok } from '#contract/result.ts';
import { getPolicy } from '#renderer/state/program/computer.ts';
import type { PdfActionSuccess } from '#renderer/state/pdfs/pdf.ts';
import type { Toast } from '#renderer/state/toasts/toast.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { ButtonWithConfirmation, ConfirmDialog } from '#renderer/ui/ConfirmDialog.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import type { OpenedPdf } from './pdf-document.ts';
import { PdfDragHandle } from './PdfDragHandle.tsx';
import { MAX_PRINTED_PAGES, printPages } from './print-pages.ts';
import type { PdfDocumentState } from './use-pdf.ts';
import styles from './pdf.module.css';

/** The actions for a PDF that is on this computer. */
export function PdfActions({ pdf }: { readonly pdf: PdfDocumentState }) {
  const text = useText();
  const { calls, pdf: pdfStore, computer, browsers, toasts } = useStores();
  // Until the policy is known nothing is refused here: the main process refuses what it does not allow.
  const { savePdfs: maySave, printPdfs: mayPrint } =
    useStore(computer.store, getPolicy) ?? POLICY_WITHOUT_FILE;
  const isBusy = useStore(pdfStore.store, (state) => state.isBusy);
  const getName = (): string => {
    const shown = browsers.requisition.record.store.getState();
    return shown.phase === 'ready' ? shown.record.name : '';
  };
  return (
    <div className={styles.pdfActions}>
      <ButtonWithDisabledReason
        size="small"
        icon={<Icon shape={ExternalLink} size={14} />}
        hint={text('pdf.openHint')}
        isPending={isBusy}
        reason={maySave && mayPrint ? null : text('policy.noOpening')}
        onPress={() =>
          void pdfStore.runAction(
            (id) => calls['pdfs.open']({ id }),
            () => ({ what: 'opened' }),
          )
        }
      >
        {text('pdf.open')}
      </ButtonWithDisabledReason>
      <ButtonWithDisabledReason
        size="small"
        icon={<Icon shape={Save} size={14} />}
        isPending={isBusy}
        reason={maySave ? null : text('policy.noSaving')}
        onPress={() =>
          void pdfStore.runAction(
            (id) => calls['pdfs.saveCopy']({ id }),
            ({ isSaved, path }) => (isSaved ? { what: 'saved', path } : null),
          )
        }
      >
        {text('pdf.saveCopy')}
      </ButtonWithDisabledReason>
      <PdfDragHandle reason={maySave ? null : text('policy.noSaving')} />
      <PrintButton pdf={pdf} mayPrint={mayPrint} />
      <ButtonWithConfirmation
        isDestructive
        size="small"
        label={text('pdf.drop')}
        question={text('pdf.dropQuestion')}
        yes={text('pdf.dropYes')}
        no={text('pdf.keepIt')}
        isPending={isBusy}
        onConfirm={() =>
          void pdfStore.runAction(
            (id) => calls['pdfs.remove']({ ids: [id] }),
            () => {
              toasts.show({
                subject: { did: 'pdfRemoved', kind: 'requisition', name: getName() },
                undo: null,
              });
              return null;
            },
          )
        }
      >
        <p>{text('pdf.dropWhat')}</p>
      </ButtonWithConfirmation>
    </div>
  );
}

function explainUnprintable(pdf: PdfDocumentState): 'noPrint' | 'tooManyPages' | null {
  if (pdf.phase !== 'ready') return 'noPrint';
  return pdf.opened.pdf.numPages > MAX_PRINTED_PAGES ? 'tooManyPages' : null;
}

function toPrintNotice({ isTaken }: { readonly isTaken: boolean }): PdfActionSuccess | null {
  return isTaken ? { what: 'handedOver' } : null;
}

/** Pages that are being drawn for the printer. */
interface DrawingForPrint {
  readonly begin: () => void;
  /** Ends it; returns false where the record was left meanwhile. */
  readonly end: () => boolean;
}

/** Hook that says that a PDF was not printed where its record is left while its pages are drawn: the PDF is closed then. */
function useDrawingForPrint(): DrawingForPrint {
  const { browsers, toasts } = useStores();
  const drawn = useRef<Pick<Toast, 'subject' | 'patient'> | null>(null);
  useEffect(
    () => () => {
      if (drawn.current !== null) toasts.show({ ...drawn.current, undo: null });
      drawn.current = null;
    },
    [toasts],
  );
  return {
    begin: () => {
      const shown = browsers.requisition.record.store.getState();
      const { name, patient } = shown.phase === 'ready' ? shown.record : { name: '', patient: '' };
      drawn.current = { subject: { did: 'pdfNotPrinted', kind: 'requisition', name }, patient };
    },
    end: () => {
      const isHere = drawn.current !== null;
      drawn.current = null;
      return isHere;
    },
  };
}

/**
 * Prints the rendered pages. The system tells that it took them, not whether the printer produced them, so the
 * print is logged only when the user confirms it.
 */
function PrintButton({ pdf, mayPrint }: { readonly pdf: PdfDocumentState; readonly mayPrint: boolean }) {
  const text = useText();
  const { calls, pdf: pdfStore } = useStores();
  const [isDrawing, setDrawing] = useState(false);
  const [printed, setPrinted] = useState<string | null>(null);
  const drawing = useDrawingForPrint();
  const obstacle = explainUnprintable(pdf);
  const reason = obstacle === null ? null : text(`pdf.${obstacle}`, { most: MAX_PRINTED_PAGES });

  async function print(opened: OpenedPdf): Promise<void> {
    setDrawing(true);
    await pdfStore.runAction(async (id) => {
      drawing.begin();
      try {
        const outcome = await printPages(opened, calls, id, drawing.end);
        if (outcome === 'failed') return err('not-printed');
        if (outcome !== 'cancelled') setPrinted(id);
        return ok({ isTaken: outcome !== 'cancelled' });
      } catch {
        // Its pages cannot be drawn, or it was closed because its record was left, which is said already.
        return drawing.end() ? err('bad-payload') : err('not-printed');
      }
    }, toPrintNotice);
    setDrawing(false);
  }
  const note = (): void => {
    if (printed !== null)
      void pdfStore.runAction(
        () => calls['pdfs.notePrinted']({ ids: [printed] }),
        () => ({ what: 'printed' }),
      );
    setPrinted(null);
  };
  return (
    <>
      <ButtonWithDisabledReason
        size="small"
        icon={<Icon shape={Printer} size={14} />}
        reason={mayPrint ? reason : text('policy.noPrinting')}
        onPress={() => {
          if (pdf.phase === 'ready' && !isDrawing) void print(pdf.opened);
        }}
      >
        {text(isDrawing ? 'pdf.printing' : 'pdf.print')}
      </ButtonWithDisabledReason>
      <ConfirmDialog
        isOpen={printed !== null}
        question={text('pdf.didPrint')}
        yes={text('pdf.didPrintYes')}
        no={text('pdf.didPrintNo')}
        onYes={note}
        onNo={() => setPrinted(null)}
      >
        <p>{text('pdf.didPrintWhy')}</p>
      </ConfirmDialog>
    </>
  );
}
