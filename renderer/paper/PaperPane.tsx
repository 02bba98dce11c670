import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { errorSentence } from '#contract/error-text.ts';
import { isLocalId } from '#contract/local-id.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { ReasonButton } from '#renderer/ui/ReasonButton.tsx';
import { PaperLedger } from './PaperLedger.tsx';
import { PaperPreview } from './PaperPreview.tsx';
import { PaperStanding } from './PaperStanding.tsx';
import './paper.css';

interface PaperPaneProps {
  readonly id: string;
  /** The requisition has not been sent: its PDF is a draft. */
  readonly isDraft: boolean;
}

/** The PDF of a requisition: how it stands, what can be done with it, what it looks like. */
export function PaperPane({ id, isDraft }: PaperPaneProps) {
  const text = useText();
  return (
    <section className="paper" aria-label={text('paper.title')} tabIndex={-1}>
      <header className="paper-head">
        <h3 className="section-title">{text('paper.title')}</h3>
        {isDraft && <span className="paper-draft">{text('paper.draft')}</span>}
      </header>
      {isLocalId(id) ? <UnknownPaper /> : <KnownPaper id={id} />}
    </section>
  );
}

/** There is no PDF of what the service has not seen. */
function UnknownPaper() {
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

function KnownPaper({ id }: { readonly id: string }) {
  const text = useText();
  const { paper: open } = useDesk();
  const state = useStore(open.store);
  useEffect(() => open.show(id), [open, id]);
  const { paper, problem, ledger } = state;
  const start = useRef<HTMLDivElement>(null);
  const hash = paper?.hash ?? null;
  useEffect(() => {
    // Who asked for it here is shown it once it has come.
    const section = start.current?.closest('.paper');
    if (hash !== null && section !== undefined && section === document.activeElement)
      section?.scrollIntoView({ block: 'start' });
  }, [hash]);
  if (state.id !== id || paper === null) {
    const words = problem === null ? text('paper.loading') : errorSentence(problem);
    return <p role={problem === null ? 'status' : 'alert'}>{words}</p>;
  }
  return (
    <>
      <div ref={start}>
        <PaperStanding paper={paper} />
      </div>
      {problem !== null && (
        <p className="paper-problem" role="alert">
          {text('paper.notDone')} {errorSentence(problem)}
        </p>
      )}
      {paper.hash !== null && <PaperPreview key={JSON.stringify([id, paper.hash])} id={id} />}
      <PaperLedger entries={ledger} />
    </>
  );
}
