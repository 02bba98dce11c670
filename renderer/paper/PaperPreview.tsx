import { errorSentence } from '#contract/error-text.ts';
import { useText } from '#renderer/text/text.ts';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { PdfActions } from './PaperActions.tsx';
import { PdfPages } from './PdfPages.tsx';
import { usePdf, type PdfState } from './use-pdf.ts';

const SKELETON_ROWS = 8;
const SKELETON_HEIGHT = 40;

/** A PDF that is here: what can be done with it, and its pages. */
export function PdfPreview({ id }: { readonly id: string }) {
  const state = usePdf(id);
  return (
    <>
      <PdfActions pdf={state} />
      <Pages state={state} />
    </>
  );
}

function Pages({ state }: { readonly state: PdfState }) {
  const text = useText();
  switch (state.phase) {
    case 'reading':
      return <Skeleton label={text('paper.drawing')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />;
    case 'failed':
      return (
        <p className="paper-problem" role="alert">
          {state.error === null ? text(`paper.${state.why}`) : errorSentence(state.error)}
        </p>
      );
    case 'ready':
      return <PdfPages opened={state.opened} />;
  }
}
