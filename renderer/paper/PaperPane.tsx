import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { errorSentence } from '#contract/error-text.ts';
import { isLocalId } from '#contract/local-id.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { ReasonButton } from '#renderer/ui/ReasonButton.tsx';
import { PrintLog } from './PaperLedger.tsx';
import { PdfPreview } from './PaperPreview.tsx';
import { PdfStatus } from './PaperStanding.tsx';
import './paper.css';

interface PdfPaneProps {
  readonly id: string;
  /** The requisition has not been sent: its PDF is a draft. */
  readonly isDraft: boolean;
}

/** The PDF of a requisition: how it stands, what can be done with it, what it looks like. */
export function PdfPane({ id, isDraft }: PdfPaneProps) {
  const text = useText();
  return (
    <section className="paper" aria-label={text('paper.title')} tabIndex={-1}>
      <header className="paper-head">
        <h3 className="section-title">{text('paper.title')}</h3>
        {isDraft && <span className="paper-draft">{text('paper.draft')}</span>}
      </header>
      {isLocalId(id) ? <UnknownPdf /> : <KnownPdf id={id} />}
    </section>
  );
}

/** There is no PDF of what the service has not seen. */
function UnknownPdf() {
  const text = useText();
  return (
    <div className="paper-standing">
      <p>{text('paper.unknown')}</p>
      <div className="paper-actions">
        <ReasonButton size="small" reason={text('paper.unknown')} onPress={() => {}}>
          {text('paper.fetch')}
        </ReasonButton>
      </div>
    </div>
  );
}

function KnownPdf({ id }: { readonly id: string }) {
  const text = useText();
  const { pdf: open } = useStores();
  const state = useStore(open.store);
  useEffect(() => open.show(id), [open, id]);
  const { pdf, problem, printLog } = state;
  const start = useRef<HTMLDivElement>(null);
  const hash = pdf?.hash ?? null;
  useEffect(() => {
    // Who asked for it here is shown it once it has come.
    const section = start.current?.closest('.paper');
    if (hash !== null && section !== undefined && section === document.activeElement)
      section?.scrollIntoView({ block: 'start' });
  }, [hash]);
  if (state.id !== id || pdf === null) {
    const words = problem === null ? text('paper.loading') : errorSentence(problem);
    return <p role={problem === null ? 'status' : 'alert'}>{words}</p>;
  }
  return (
    <>
      <div ref={start}>
        <PdfStatus pdf={pdf} />
      </div>
      {problem !== null && (
        <p className="paper-problem" role="alert">
          {text('paper.notDone')} {errorSentence(problem)}
        </p>
      )}
      {pdf.hash !== null && <PdfPreview key={JSON.stringify([id, pdf.hash])} id={id} />}
      <PrintLog entries={printLog} />
    </>
  );
}
