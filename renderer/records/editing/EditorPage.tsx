import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ConfirmButton } from '#renderer/ui/ConfirmButton.tsx';
import { EditorHeader } from './EditorHead.tsx';
import { EditorNotices } from './EditorNotices.tsx';
import { LeaveConfirmDialog } from './LeaveQuestion.tsx';
import type { EditorOnScreen, ProblemText } from './on-screen.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import type { Leaving } from './use-leaving.ts';
import './editor.css';

interface EditorPageProps {
  readonly open: EditorOnScreen;
  readonly title: string;
  /** Which record it is about; null for a new one. */
  readonly about: ReactNode;
  readonly problems: readonly ProblemText[];
  /** What the button that saves is called. */
  readonly saveLabel: string;
  readonly leaving: Leaving;
  readonly onSave: () => void;
  readonly onSaveDraft: () => void;
  readonly onDiscard: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** One editor: what it is, what is wrong, the fields, what can be done with it. */
export function EditorPage(props: EditorPageProps) {
  const { open, title, about, problems, saveLabel, leaving, onSave, onSaveDraft, onDiscard, children } =
    props;
  const text = useText();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const leave = (): void => void leaving.leave();
  const onKeyDown = useEditorKeys({ onSave, onLeave: leave });
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSave();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it listens for keys of the fields within
    <div className="page editor" data-pane="list" tabIndex={-1} onKeyDown={onKeyDown} onBlur={onSaveDraft}>
      <EditorHeader open={open} title={title} about={about} onLeave={leave} />
      <form ref={form} className="editor-form" onSubmit={submit} noValidate>
        <EditorNotices open={open} problems={problems} form={form} />
        {children}
        <div className="editor-actions">
          <Button tone="primary" type="submit" isPending={open.isSaving} hint={text('editor.saveHint')}>
            {open.isSaving ? text('editor.saving') : saveLabel}
          </Button>
          <ConfirmButton
            isLoss
            label={text('editor.discard')}
            question={text('editor.discardQuestion')}
            yes={text('editor.discardYes')}
            no={text('editor.goOn')}
            onConfirm={onDiscard}
          >
            <p>{text('editor.discardWhat')}</p>
          </ConfirmButton>
        </div>
      </form>
      <LeaveConfirmDialog
        isOpen={leaving.isAsking}
        error={open.draftError}
        onYes={onDiscard}
        onNo={leaving.stay}
      />
    </div>
  );
}
