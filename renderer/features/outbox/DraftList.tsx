import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '#contract/result.ts';
import { QueryError } from '#renderer/shared/QueryError.tsx';
import { NamedId, PatientLine } from '#renderer/shared/ids/NamedId.tsx';
import { getOperationLabel, isCreateChange } from '#renderer/shared/pending/pending-labels.ts';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import type { DraftRow } from '#renderer/state/editor/draft-list.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { SCREEN_BY_KIND } from '#renderer/state/navigation/view.ts';
import { getErrorSentence, useText, type TextFunction } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithConfirmation } from '#renderer/ui/ConfirmDialog.tsx';
import { SectionLead, Section } from '#renderer/ui/Section.tsx';
import styles from './outbox.module.css';

/** Editor input that the user has not submitted. Renders nothing if there is none. */
export function DraftList() {
  const text = useText();
  const { drafts } = useStores();
  const { items, error } = useStore(drafts.store);
  useEffect(() => drafts.invalidate(), [drafts]);
  if (items.length === 0 && error === null) return null;
  return (
    <Section level={2} title={text('editor.drafts.title')} count={items.length}>
      <SectionLead>{text('editor.drafts.lead')}</SectionLead>
      <QueryError query={{ error, retry: drafts.invalidate }} sentence={text('editor.drafts.failed')} />
      <ul className={styles.drafts}>
        {items.map((draft) => (
          <li key={draft.key}>
            <DraftEntry draft={draft} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function formatPurpose(text: TextFunction, { key, operation }: DraftRow): string {
  return key.endsWith(':review') ? text('editor.drafts.review') : getOperationLabel(text, operation);
}

function DraftEntry({ draft }: { readonly draft: DraftRow }) {
  const text = useText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const { undoable, editor, formEditor, view } = useStores();
  const kind = draft.operation.startsWith('forms.') ? 'form' : 'requisition';
  const its = kind === 'form' ? formEditor : editor;
  const [problem, setProblem] = useState<AppError | null>(null);

  function goOn(): void {
    view.go(SCREEN_BY_KIND[kind]);
    void its.reopen(draft.key);
  }
  async function drop(): Promise<void> {
    const state = its.store.getState();
    if (state.phase === 'open' && state.key === draft.key) return its.discard();
    setProblem(await undoable.discardDraft(draft.key));
  }
  return (
    <>
      <div className={styles.draftWords}>
        <bdi className={styles.draftName}>{draft.label || text(`${kind}.unnamed`)}</bdi>
        {draft.patient !== null && <NamedId id={draft.patient} show="end" />}
        <span>{formatPurpose(text, draft)}</span>
        <span>{text('editor.drafts.savedAt', { when: asOf(draft.savedAt, now) })}</span>
      </div>
      <Button size="small" onPress={goOn}>
        {text('editor.drafts.goOn')}
      </Button>
      <ButtonWithConfirmation
        isDestructive
        size="small"
        label={text('editor.discard')}
        question={text('editor.discardQuestion')}
        yes={text('editor.discardYes')}
        no={text('pending.keepIt')}
        onConfirm={() => void drop()}
      >
        <p>
          <bdi>{draft.label || text(`${kind}.unnamed`)}</bdi>
        </p>
        <PatientLine patient={draft.patient} />
        <p>{text(isCreateChange(draft) ? 'editor.discardWhatNew' : 'editor.discardWhat')}</p>
      </ButtonWithConfirmation>
      {problem !== null && (
        <p className="error-text" role="alert">
          {text('editor.drafts.notDropped')} {getErrorSentence(problem)}
        </p>
      )}
    </>
  );
}
