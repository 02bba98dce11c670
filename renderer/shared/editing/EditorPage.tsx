import { X } from 'lucide-react';
import { type ReactNode, type KeyboardEvent, useState, useEffect, useRef, type FormEvent } from 'react';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { ConfirmDialog, ButtonWithConfirmation } from '#renderer/ui/ConfirmDialog.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { SingleColumnPage } from '#renderer/ui/Page.tsx';
import { useDateFormat, useCurrentTime } from '../record/date-time.tsx';
import {
  EditorNotices,
  type OpenEditorStateOfAnyKind,
  type LabelledEditorProblem,
} from './EditorNotices.tsx';
import { EDITOR_KEYS } from '../fixed-keys.ts';
import { isFromEditor, isSaveKey } from './editor-keys.ts';
import { useGetFixedKeyLabel } from '../use-key-label.ts';
import styles from './editing.module.css';

interface EditorHeaderProps {
  readonly open: OpenEditorStateOfAnyKind;
  readonly title: string;
  /** Shown below the title: describes the record that is edited; null for nothing. */
  readonly about: ReactNode;
  readonly onLeave: () => void;
}

/**
 * The editor's title, whether the input is saved, and the close button. It stays visible while the page
 * scrolls.
 */
function EditorHeader({ open, title, about, onLeave }: EditorHeaderProps) {
  const text = useText();
  const keyLabel = useGetFixedKeyLabel();
  return (
    <header className={styles.editorHead}>
      <div className={styles.editorTitle}>
        <h1>{title}</h1>
        <SavedText open={open} />
        <ButtonWithHint
          size="small"
          icon={<Icon shape={X} size={14} />}
          hint={text('editor.backHint')}
          shortcut={keyLabel(EDITOR_KEYS.leave)}
          onPress={onLeave}
        >
          {text('editor.back')}
        </ButtonWithHint>
      </div>
      {about !== null && <div className={styles.editorOf}>{about}</div>}
    </header>
  );
}

/** Whether the input is saved on this computer, and since when. */
function SavedText({ open }: { readonly open: OpenEditorStateOfAnyKind }) {
  const text = useText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const { savedAt, hasUnsavedInput, draftError } = open;
  if (draftError !== null)
    return (
      <p className={styles.draftState} data-failed="" role="alert">
        {text('editor.draftNotSaved')} {getErrorSentence(draftError)}
      </p>
    );
  const isSaving = hasUnsavedInput && savedAt === null;
  const words =
    savedAt === null ? text('editor.nothingTyped') : text('editor.draftSaved', { when: asOf(savedAt, now) });
  // Not announced: it changes with every pause in typing.
  return <p className={styles.draftState}>{isSaving ? text('editor.savingDraft') : words}</p>;
}

interface LeaveConfirmDialogProps {
  readonly isOpen: boolean;
  readonly open: OpenEditorStateOfAnyKind;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks for confirmation before unsaved input is lost. What was stored before stays. */
function LeaveConfirmDialog({ open: { draftError, savedAt }, ...props }: LeaveConfirmDialogProps) {
  const text = useText();
  return (
    <ConfirmDialog
      {...props}
      isDestructive
      question={text('editor.leaveQuestion')}
      yes={text('editor.leaveYes')}
      no={text('editor.goOn')}
    >
      <p>
        {text('editor.leaveWhat')} {draftError !== null && getErrorSentence(draftError)}
      </p>
      {savedAt !== null && <p>{text('editor.leaveKept')}</p>}
    </ConfirmDialog>
  );
}

interface EditorActions {
  readonly onSave: () => void;
  readonly onLeave: () => void;
}

type KeyAction = 'save' | 'leave' | null;

function getKeyAction(event: KeyboardEvent): KeyAction {
  if (event.key === 'Escape') return 'leave';
  return isSaveKey(event) ? 'save' : null;
}

/**
 * The editor's shortcuts: Ctrl+S and Ctrl+Enter save, Escape closes. Single characters are not passed on to
 * the app, because the list they would act on is not on screen.
 */
function useEditorKeys({ onSave, onLeave }: EditorActions): (event: KeyboardEvent) => void {
  return (event) => {
    if (!isFromEditor(event)) return;
    const action = getKeyAction(event);
    if (action === null) {
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) event.stopPropagation();
      return;
    }
    event.preventDefault();
    if (event.repeat) return;
    if (action === 'save') onSave();
    else onLeave();
  };
}

/** Closing an editor, with the confirmation dialog if the input could not be saved. */
interface LeaveEditor {
  readonly isAsking: boolean;
  /** Saves the input, closes the editor and calls `then`; asks for confirmation if saving failed. */
  readonly leave: (then?: () => void) => Promise<void>;
  readonly stay: () => void;
}

/**
 * Closes an editor, and asks for confirmation if its input could not be saved.
 * @param close saves the input and closes the editor; false if saving failed
 */
export function useLeaveEditor(close: () => Promise<boolean>): LeaveEditor {
  const [isAsking, setAsking] = useState(false);
  return {
    isAsking,
    leave: async (then) => {
      if (await close()) then?.();
      else setAsking(true);
    },
    stay: () => setAsking(false),
  };
}

interface DiscardDraftButtonProps {
  readonly open: OpenEditorStateOfAnyKind;
  readonly onDiscard: () => void;
}

/** Closes the editor and drops its input: at once where nothing was typed, otherwise after a question. */
function DiscardDraftButton({ open, onDiscard }: DiscardDraftButtonProps) {
  const text = useText();
  const { savedAt, hasUnsavedInput, target } = open;
  if (savedAt === null && !hasUnsavedInput)
    return <Button onPress={onDiscard}>{text('editor.discard')}</Button>;
  return (
    <ButtonWithConfirmation
      isDestructive
      label={text('editor.discard')}
      question={text('editor.discardQuestion')}
      yes={text('editor.discardYes')}
      no={text('editor.goOn')}
      onConfirm={onDiscard}
    >
      <p>{text(target === null ? 'editor.discardWhatNew' : 'editor.discardWhat')}</p>
    </ButtonWithConfirmation>
  );
}

interface EditorPageProps {
  readonly open: OpenEditorStateOfAnyKind;
  readonly title: string;
  /** Shown below the title: describes the edited record; null for a new one. */
  readonly about: ReactNode;
  readonly problems: readonly LabelledEditorProblem[];
  /** Label of the save button. */
  readonly saveLabel: string;
  readonly leaveEditor: LeaveEditor;
  readonly onSave: () => void;
  readonly onSaveDraft: () => void;
  readonly onDiscard: () => void;
  /** Closes the editor although its input could not be saved. */
  readonly onCloseUnsaved: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** Layout of an editor: header, problems, fields, buttons. */
export function EditorPage(props: EditorPageProps) {
  const { open, title, about, problems, saveLabel, leaveEditor, onSave, onSaveDraft } = props;
  const { onDiscard, onCloseUnsaved, children } = props;
  const text = useText();
  const keyLabel = useGetFixedKeyLabel();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const leave = (): void => void leaveEditor.leave();
  const onKeyDown = useEditorKeys({ onSave, onLeave: leave });
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSave();
  }
  return (
    <SingleColumnPage layout="editor" onKeyDown={onKeyDown} onBlur={onSaveDraft}>
      <EditorHeader open={open} title={title} about={about} onLeave={leave} />
      <form ref={form} className={styles.editorForm} onSubmit={submit} noValidate>
        <EditorNotices open={open} problems={problems} form={form} />
        {children}
        <div className={styles.editorActions}>
          <ButtonWithHint
            tone="primary"
            type="submit"
            isPending={open.isSaving}
            hint={text('editor.saveHint')}
            shortcut={keyLabel(EDITOR_KEYS.save)}
          >
            {open.isSaving ? text('editor.saving') : saveLabel}
          </ButtonWithHint>
          <DiscardDraftButton open={open} onDiscard={onDiscard} />
        </div>
      </form>
      <LeaveConfirmDialog
        isOpen={leaveEditor.isAsking}
        open={open}
        onYes={onCloseUnsaved}
        onNo={leaveEditor.stay}
      />
    </SingleColumnPage>
  );
}
