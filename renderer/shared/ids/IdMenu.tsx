import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { birthDateOrNumberInputSchema, mayIdHaveLocalName, localNameSchema } from '#contract/directory.ts';
import { escapeInvisibleCharactersOfId } from '#contract/visible-id.ts';
import { useUnsavedInput } from '#renderer/shared/use-unsaved-input.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { PopoverDialog, useOpener } from '#renderer/ui/PopoverDialog.tsx';
import { CopyButton } from '../record/CopyButton.tsx';
import { useGoToRecord } from '../use-open-record.ts';
import { getKindOfRecordId } from './id-kinds.ts';
import { NamedId, useDirectoryEntry } from './NamedId.tsx';
import { TextButton } from './TextButton.tsx';
import styles from './ids.module.css';

interface IdMenuProps {
  readonly id: string;
  /** `id` shows only the id, for places that show the name already. */
  readonly shows?: 'name' | 'id';
}

/** An id with a menu: name it, copy it, show everything that refers to it. */
export function IdMenu({ id, shows = 'name' }: IdMenuProps) {
  const text = useText();
  const opener = useOpener();
  return (
    <>
      <TextButton {...opener.buttonProps}>
        {shows === 'name' ? <NamedId id={id} show="whole" /> : <IdText id={id} show="whole" />}
      </TextButton>
      <PopoverDialog
        opener={opener}
        placement="bottom start"
        label={text('names.menu')}
        className={styles.idMenu}
      >
        {(close) => <MenuBody id={id} onDone={close} />}
      </PopoverDialog>
    </>
  );
}

interface MenuBodyProps {
  readonly id: string;
  readonly onDone: () => void;
}

function MenuBody({ id, onDone }: MenuBodyProps) {
  const text = useText();
  const { view } = useStores();
  return (
    <>
      <p>
        <IdText id={id} show="whole" />
      </p>
      <LocalNameEditor id={id} onDone={onDone} />
      <div className={styles.idMenuActions}>
        <Button
          size="small"
          onPress={() => {
            onDone();
            view.openRelated(id);
          }}
        >
          {text('names.everything')}
        </Button>
        <CopyButton label={text('record.copyId')} value={id} />
      </div>
    </>
  );
}

interface LocalNameEditorProps extends MenuBodyProps {
  /** Called in place of `onDone` once the name was removed. */
  readonly onRemoved?: () => void;
}

/**
 * Sets, changes or removes the local name of an id. Escape or a click elsewhere closes it and leaves the name as it is; what is typed
 * is kept for the next opening.
 */
export function LocalNameEditor({ id, onDone, onRemoved = onDone }: LocalNameEditorProps) {
  const text = useText();
  const { undoable } = useStores();
  const entry = useDirectoryEntry(id);
  const known = entry?.name ?? '';
  const saved = { typed: known, second: entry?.identifier ?? '' };
  const [{ typed, second }, change, drop] = useUnsavedInput({ editor: 'name', subjectId: id }, saved, true);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [secondProblem, setSecondProblem] = useState<string | undefined>(undefined);

  async function keep(name: string | null, identifier = ''): Promise<void> {
    const error = await undoable.setName(id, name, identifier);
    if (error !== null) return setProblem(getErrorSentence(error));
    drop();
    if (name === null) onRemoved();
    else onDone();
  }
  function cancel(): void {
    drop();
    onDone();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onDone();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    const checked = localNameSchema.safeParse(typed);
    const identifier = birthDateOrNumberInputSchema.safeParse(second);
    if (!identifier.success) setSecondProblem(text('names.badIdentifier'));
    if (checked.success && identifier.success) void keep(checked.data, identifier.data);
    if (!checked.success) setProblem(text(typed.trim() === '' ? 'names.missing' : 'names.tooLong'));
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens to Escape in the fields inside
    <form className={styles.nameForm} onSubmit={submit} onKeyDown={onKeyDown}>
      <Field
        label={text('names.name')}
        help={text('names.help')}
        value={typed}
        error={problem}
        onChange={(value) => {
          change({ typed: value });
          setProblem(undefined);
        }}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this to type here
        autoFocus
      />
      <Field
        label={text('names.identifier')}
        help={text('names.identifierHelp')}
        value={second}
        error={secondProblem}
        onChange={(value) => {
          change({ second: value });
          setSecondProblem(undefined);
        }}
      />
      <div className={styles.idMenuActions}>
        <Button type="submit" size="small" tone="primary">
          {text(known === '' ? 'names.give' : 'names.change')}
        </Button>
        {known !== '' && (
          <Button size="small" onPress={() => void keep(null)}>
            {text('names.remove')}
          </Button>
        )}
        <Button size="small" tone="quiet" onPress={cancel}>
          {text('names.cancel')}
        </Button>
      </div>
    </form>
  );
}

interface IdValueProps {
  readonly id: string | null;
  /** Shown instead if there is no id; default: "Not given". */
  readonly absent?: string;
}

/** An id as the value of a field, or "Not given". The id of a user or a facility opens a menu of actions. */
export function IdValue({ id, absent }: IdValueProps) {
  const text = useText();
  if (id === null || id === '') return <span className="muted">{absent ?? text('record.empty')}</span>;
  return mayIdHaveLocalName(id) ? <IdMenu id={id} /> : <IdText id={id} show="whole" />;
}

/** An id that opens its record or its user; any other id can be copied. */
export function OpenableId({ id }: { readonly id: string }) {
  const text = useText();
  const open = useGoToRecord();
  const kind = getKindOfRecordId(id);
  if (kind !== null)
    return (
      <TextButton
        aria-label={text(`record.open.${kind}`, { id: escapeInvisibleCharactersOfId(id) })}
        onPress={() => open(kind, id)}
      >
        <IdText id={id} show="whole" />
      </TextButton>
    );
  if (mayIdHaveLocalName(id)) return <IdMenu id={id} />;
  return (
    <span className={styles.copyableId}>
      <IdText id={id} show="whole" /> <CopyButton label={text('record.copyId')} value={id} />
    </span>
  );
}
