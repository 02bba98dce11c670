import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '#contract/result.ts';
import type { PendingChange } from '#contract/outbox.ts';
import { EDITOR_KEYS } from '#renderer/shared/fixed-keys.ts';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { getOperationLabel } from '#renderer/shared/pending/pending-labels.ts';
import { useGetFixedKeyLabel } from '#renderer/shared/use-key-label.ts';
import type { PendingChangeFieldDraft } from '#renderer/state/editor/pending-change-edits.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { SectionLead, Section } from '#renderer/ui/Section.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { getEditedPatient, toChangeData, toFieldDraft, validateEditedFields } from './edit-model.ts';
import { ChangedMeanwhileNotice } from './ChangedMeanwhileNotice.tsx';
import { PendingChangeFieldInput } from './PendingChangeFieldInput.tsx';
import { compareWithOpened, rebaseDrafts, type ChangedMeanwhile } from './rebase-edit.ts';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './outbox.module.css';

interface PendingChangeEditorProps {
  readonly number: number;
  readonly pending: readonly PendingChange[];
  readonly onDone: () => void;
}

const SKELETON_ROWS = 3;
const SKELETON_HEIGHT = 32;

/**
 * Edits the values that a pending change will send. The input is kept even if the change leaves the outbox or is changed
 * meanwhile. If the list was read before the change was made, the editor opens once the list is read again.
 */
export function PendingChangeEditor({ number, pending, onDone }: PendingChangeEditorProps) {
  const text = useText();
  const { outbox, pendingChangeEdits } = useStores();
  const isRead = useStore(outbox.store, ({ revision, readRevision }) => revision === readRevision);
  const edit = useStore(pendingChangeEdits.store, (edits) => edits.get(number));
  const current = pending.find((change) => change.number === number);
  const [opened, setOpened] = useState(edit?.change ?? current);
  if (opened === undefined && current !== undefined) setOpened(current);
  const change = opened ?? current;
  if (change !== undefined)
    return (
      <PendingChangeFields
        change={change}
        current={current}
        isGone={isRead && current === undefined}
        onRebased={setOpened}
        onDone={onDone}
      />
    );
  return (
    <Section level={2} title={text('activity.editor.title')}>
      {isRead ? (
        <p role="alert">{text('activity.editGoneBefore')}</p>
      ) : (
        <Skeleton label={text('activity.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />
      )}
    </Section>
  );
}

interface PendingChangeFieldsProps {
  /** The change that the input is about. */
  readonly change: PendingChange;
  /** The change as the outbox has it now; undefined where it is not in the list. */
  readonly current: PendingChange | undefined;
  /** The change has left the outbox since the editor was opened. */
  readonly isGone: boolean;
  /** Called with the change as it is now, once the input is about that. */
  readonly onRebased: (current: PendingChange) => void;
  readonly onDone: () => void;
}

/**
 * Moves the input to the change as it is now, as soon as that is another one than what the editor was opened with: only what
 * the user has seen can be saved. Returns how the change differs; null where it does not.
 */
function useChangedMeanwhile(
  { change, current, onRebased }: PendingChangeFieldsProps,
  isSaving: boolean,
): ChangedMeanwhile | null {
  const { pendingChangeEdits } = useStores();
  const [opened] = useState(change);
  useEffect(() => {
    // While an edit is being saved, the other change may be the result of that.
    if (isSaving || current === undefined || current.version === change.version) return;
    const typed = pendingChangeEdits.store.getState().get(change.number);
    if (typed !== undefined)
      pendingChangeEdits.set({ change: current, fields: rebaseDrafts(change, current, typed.fields) });
    onRebased(current);
  }, [change, current, isSaving, onRebased, pendingChangeEdits]);
  return opened.version === change.version ? null : compareWithOpened(opened, change);
}

function PendingChangeFields(props: PendingChangeFieldsProps) {
  const { change, isGone, onDone } = props;
  const text = useText();
  const keyLabel = useGetFixedKeyLabel();
  const { outbox, pendingChangeEdits } = useStores();
  const typed = useStore(pendingChangeEdits.store, (edits) => edits.get(change.number));
  const drafts = useMemo(() => typed?.fields ?? change.fields.map(toFieldDraft), [typed, change]);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [error, setError] = useState<AppError | null>(null);
  const [isSaving, setSaving] = useState(false);
  const patient = getEditedPatient(change, drafts);
  const changedMeanwhile = useChangedMeanwhile(props, isSaving);

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    pendingChangeEdits.noteEditorOnScreen(change.number);
  }, [pendingChangeEdits, change]);
  useEffect(() => {
    // The editor is at the top of the page, possibly out of view: focusing it scrolls to it.
    form.current?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  }, []);

  async function save(): Promise<void> {
    setSaving(true);
    setError(null);
    const failure = await outbox.edit(change, toChangeData(drafts));
    if (failure === null) return close();
    setSaving(false);
    setError(failure);
  }
  function close(): void {
    pendingChangeEdits.remove(change.number);
    onDone();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    const found = validateEditedFields(change, drafts);
    setProblems(found);
    if (found.size === 0 && !isSaving && !isGone) void save();
  }
  const storeDraft = (changed: PendingChangeFieldDraft): void =>
    pendingChangeEdits.set({
      change,
      fields: drafts.map((draft) => (draft.field === changed.field ? changed : draft)),
    });

  return (
    <Section level={2} title={text('activity.editor.title')}>
      <SectionLead>
        {getOperationLabel(text, change.operation)} <bdi>{change.label}</bdi>
        {patient !== null && (
          <>
            {' '}
            <NamedId id={patient} show="end" />
          </>
        )}
      </SectionLead>
      <form ref={form} className={styles.writeEditor} onSubmit={submit} noValidate>
        {drafts.map((draft) => (
          <PendingChangeFieldInput
            key={draft.field}
            draft={draft}
            problem={problems.get(draft.field)}
            onChange={storeDraft}
          />
        ))}
        {isGone && <p role="alert">{text('activity.editGone')}</p>}
        {changedMeanwhile !== null && <ChangedMeanwhileNotice {...changedMeanwhile} />}
        {error !== null && (
          <p className="error-text" role="alert">
            {text('pending.refused')} {getErrorSentence(error)}
          </p>
        )}
        <div className={fieldStyles.formActions}>
          <ButtonWithDisabledReason
            tone="primary"
            type="submit"
            isPending={isSaving}
            shortcut={keyLabel(EDITOR_KEYS.save)}
            reason={isGone ? text('activity.editGone') : null}
          >
            {text(isSaving ? 'activity.editor.saving' : 'activity.editor.save')}
          </ButtonWithDisabledReason>
          <Button tone="quiet" onPress={close}>
            {text('activity.editor.cancel')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
