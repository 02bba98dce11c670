import { Bookmark, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { AppError } from '#contract/result.ts';
import { useActionRunner } from '#renderer/shared/use-action.ts';
import { useUnsavedInput } from '#renderer/shared/use-unsaved-input.ts';
import { isSameQuery, type SavedViewOfList, type SavedViewsStore } from '#renderer/state/list/saved-views.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import type { MenuGroup } from '#renderer/ui/page-menus.ts';
import { formatCount } from '#renderer/ui/format.ts';
import { DialogActions, ModalDialog } from '#renderer/ui/Overlay.tsx';
import styles from './SavedViewsMenu.module.css';
import type { ToastsStore } from '#renderer/state/toasts/toasts.ts';

/** Returns what saves and removes views, with a toast that can undo it. */
function saveViewsWithToasts<Q extends object>(
  views: SavedViewsStore<Q>,
  toasts: Pick<ToastsStore, 'show'>,
): Pick<SavedViewsStore<Q>, 'save' | 'remove'> {
  const list = () => views.store.getState().own;
  return {
    save: async (name, query, id) => {
      const before = list();
      const error = await views.save(name, query, id);
      if (error !== null) return error;
      const former = before.find((view) => view.id === id);
      const added = list().find((view) => !before.some((each) => each.id === view.id));
      const undo =
        former === undefined
          ? added && (() => views.remove(added.id))
          : () => views.save(former.name, former.query, former.id);
      toasts.show({ subject: { did: 'viewSaved', name }, undo: undo ?? null });
      return null;
    },
    remove: async (id) => {
      const former = list().find((view) => view.id === id);
      const error = await views.remove(id);
      if (error !== null || former === undefined) return error;
      toasts.show({
        subject: { did: 'viewRemoved', name: former.name },
        undo: () => views.save(former.name, former.query, former.id),
      });
      return null;
    },
  };
}

type ViewTask = 'save' | 'manage';

interface ViewDialogProps<Q extends object> {
  readonly views: SavedViewsStore<Q>;
  readonly task: ViewTask;
  /** The query on screen: it is saved, or replaces that of a view. */
  readonly query: Q;
  readonly onClose: () => void;
}

const MAX_NAME = 100;

/** Dialog that saves the current query under a name, or edits the saved views. */
function ViewDialog<Q extends object>({ views, task, query, onClose }: ViewDialogProps<Q>) {
  const text = useText();
  const { toasts } = useStores();
  const own = useStore(views.store, (state) => state.own);
  const actions = saveViewsWithToasts(views, toasts);
  return (
    <ModalDialog isOpen onOpenChange={(open) => !open && onClose()}>
      <Heading slot="title" level={2}>
        {text(`worklist.views.${task}`)}
      </Heading>
      {task === 'save' ? (
        <>
          <p>{text('worklist.views.saveHint')}</p>
          <ViewNameFields id={null} name="" onSave={(name) => actions.save(name, query)} onSaved={onClose} />
        </>
      ) : (
        own.map((view) => <OwnView key={view.id} views={actions} view={toListed(view)} shown={query} />)
      )}
      <DialogActions>
        <Button onPress={onClose}>{text('worklist.views.close')}</Button>
      </DialogActions>
    </ModalDialog>
  );
}

interface OwnViewProps<Q extends object> {
  readonly views: Pick<SavedViewsStore<Q>, 'save' | 'remove'>;
  readonly view: ListedView<Q>;
  /** The query of the list on screen. */
  readonly shown: Q;
}

function OwnView<Q extends object>({ views, view, shown }: OwnViewProps<Q>) {
  const text = useText();
  const [problem, setProblem] = useState<AppError | null>(null);
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.ownView}>
      <ViewNameFields
        id={view.id}
        name={view.label}
        onSave={(name) => views.save(name, view.query, view.id)}
      />
      {isAsking ? (
        <div className={styles.ownViewQuestion}>
          <span>{text('worklist.views.removeQuestion')}</span>
          <Button tone="loss" size="small" onPress={() => void views.remove(view.id).then(setProblem)}>
            {text('worklist.views.removeYes')}
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the safe choice gets the focus */}
          <Button autoFocus size="small" onPress={() => setAsking(false)}>
            {text('worklist.views.removeNo')}
          </Button>
        </div>
      ) : (
        <>
          <ButtonWithDisabledReason
            size="small"
            aria-label={text('worklist.views.updateNamed', { name: view.label })}
            hint={text('worklist.views.updateHint')}
            reason={isSameQuery(view.query, shown) ? text('disabled.viewSame') : null}
            onPress={() => void views.save(view.label, shown, view.id).then(setProblem)}
          >
            {text('worklist.views.update')}
          </ButtonWithDisabledReason>
          <Button
            tone="quiet"
            size="small"
            icon={<Icon shape={Trash2} size={14} />}
            aria-label={text('worklist.views.removeNamed', { name: view.label })}
            onPress={() => setAsking(true)}
          />
        </>
      )}
      {problem !== null && <p className="error-text">{getErrorSentence(problem)}</p>}
    </div>
  );
}

interface ViewNameFieldsProps {
  /** The id of the saved view; null for a new one. */
  readonly id: string | null;
  readonly name: string;
  readonly onSave: (name: string) => Promise<AppError | null>;
  readonly onSaved?: () => void;
}

function ViewNameFields({ id, name, onSave, onSaved }: ViewNameFieldsProps) {
  const text = useText();
  const { screen } = useStores().view.store.getState();
  // Two views can have the same name.
  const subjectId = id ?? JSON.stringify([screen]);
  const [{ typed }, change, drop] = useUnsavedInput({ editor: 'view', subjectId }, { typed: name });
  const { outcome: problem, act } = useActionRunner<string>();
  const input = useRef<HTMLInputElement>(null);
  const isNew = id === null;
  // The user opens the dialog of a new view to type here; that of the saved ones has several such fields.
  useEffect(() => {
    if (isNew) input.current?.focus();
  }, [isNew]);

  /** Returns why it was not saved; null where it was. */
  async function save(): Promise<string | null> {
    const wanted = typed.trim();
    if (wanted === '') return text('worklist.views.nameMissing');
    const error = await onSave(wanted.slice(0, MAX_NAME));
    if (error !== null) return `${text('worklist.views.notDone')} ${getErrorSentence(error)}`;
    drop();
    onSaved?.();
    return null;
  }

  return (
    <form
      className={styles.viewForm}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        act(save);
      }}
    >
      <Field
        inputRef={input}
        label={text('worklist.views.name')}
        error={problem ?? undefined}
        value={typed}
        onChange={(value) => change({ typed: value })}
      />
      <ButtonWithDisabledReason
        type="submit"
        tone={isNew ? 'primary' : 'plain'}
        reason={typed === name && !isNew ? text('disabled.viewNameSame') : null}
      >
        {text(isNew ? 'worklist.views.keep' : 'worklist.views.rename')}
      </ButtonWithDisabledReason>
    </form>
  );
}

/** A view with the name that the user gave it, or that Intray has for it. */
interface ListedView<Q extends object> {
  readonly id: string;
  readonly label: string;
  readonly query: Q;
}

function toListed<Q extends object>({ id, name, query }: SavedViewOfList<Q>): ListedView<Q> {
  return { id, label: name, query };
}

const SAVE: ViewTask = 'save';
const MANAGE: ViewTask = 'manage';

interface SavedViewsMenuProps<Q extends object> {
  /** The list on screen with its saved views. */
  readonly of: {
    readonly list: {
      readonly store: Pick<StoreApi<{ readonly filter: Q }>, 'getState' | 'getInitialState' | 'subscribe'>;
    };
    readonly views: SavedViewsStore<Q>;
    readonly updateQuery: (query: Q) => void;
  };
  /** The views that Intray brings, with their names. */
  readonly builtIn?: readonly ListedView<Q>[];
}

/**
 * Menu of the saved views of a list with their counts, and the commands to save the current query or edit the views.
 */
export function SavedViewsMenu<Q extends object>({
  of: { list, views: stored, updateQuery },
  builtIn = [],
}: SavedViewsMenuProps<Q>) {
  const text = useText();
  const query = useStore(list.store, ({ filter }) => filter);
  const { own, counts, uncounted, error } = useStore(stored.store);
  const [task, setTask] = useState<ViewTask | null>(null);
  useEffect(() => stored.show(), [stored]);

  const saved = own.map(toListed);
  const group = (label: string, views: readonly ListedView<Q>[]): MenuGroup => ({
    label,
    choices: views.map(({ id, label: name }) => {
      const count = counts.get(id);
      if (uncounted.has(id)) return { id, label: name, aside: text('worklist.views.notCounted') };
      return { id, label: name, ...(count === undefined ? {} : { aside: formatCount(count) }) };
    }),
  });
  const tasks = own.length > 0 ? [SAVE, MANAGE] : [SAVE];
  const views = [...builtIn, ...saved];

  function choose(id: string): void {
    if (id === SAVE || id === MANAGE) setTask(id);
    const view = views.find((each) => each.id === id);
    if (view !== undefined) updateQuery(view.query);
  }

  return (
    <>
      <MenuButton
        size="regular"
        icon={<Icon shape={Bookmark} size={14} />}
        label={text('worklist.views.open')}
        groups={[
          ...(builtIn.length > 0 ? [group(text('worklist.views.came'), builtIn)] : []),
          ...(saved.length > 0 ? [group(text('worklist.views.own'), saved)] : []),
          {
            label: text(error === null ? 'worklist.views.tasks' : 'worklist.views.notRead'),
            choices: tasks.map((id) => ({ id, label: text(`worklist.views.${id}`) })),
          },
        ]}
        chosen={views.filter((view) => isSameQuery(view.query, query)).map(({ id }) => id)}
        onChoose={choose}
      >
        {text('worklist.views.title')}
      </MenuButton>
      {task !== null && <ViewDialog views={stored} task={task} query={query} onClose={() => setTask(null)} />}
    </>
  );
}
