import { Trash2 } from 'lucide-react';
import { useState, type FormEvent, useEffect } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { useStore } from 'zustand';
import type { SavedView } from '#contract/local-data.ts';
import type { AppError } from '#contract/result.ts';
import type { WorklistQuery } from '#renderer/state/requisitions/worklist-query.ts';
import { isSameQuery, toWorklistQuery, BUILT_IN_VIEWS } from '#renderer/state/requisitions/worklist-views.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuButton, type MenuGroup } from '#renderer/ui/MenuButton.tsx';
import { formatCount } from '#renderer/ui/format.ts';
import { DialogActions, ModalDialog } from '#renderer/ui/Overlay.tsx';
import { useWorklistQuery } from './worklist-filters.ts';
import styles from './worklist.module.css';

type ViewTask = 'save' | 'manage';

interface ViewDialogProps {
  readonly task: ViewTask;
  /** The query on screen: it is saved, or replaces that of a view. */
  readonly query: WorklistQuery;
  readonly onClose: () => void;
}

const MAX_NAME = 100;

/** Dialog that saves the current query under a name, or edits the saved views. */
function ViewDialog({ task, query, onClose }: ViewDialogProps) {
  const text = useText();
  const { views } = useStores().worklist;
  const own = useStore(views.store, (state) => state.own);
  return (
    <ModalDialog isOpen onOpenChange={(open) => !open && onClose()}>
      <Heading slot="title" level={2}>
        {text(`worklist.views.${task}`)}
      </Heading>
      {task === 'save' ? (
        <>
          <p>{text('worklist.views.saveHint')}</p>
          <NameForm name="" onSave={(name) => views.save(name, query)} onSaved={onClose} />
        </>
      ) : (
        own.map((view) => <OwnView key={view.id} view={view} shown={query} />)
      )}
      <DialogActions>
        <Button onPress={onClose}>{text('worklist.views.close')}</Button>
      </DialogActions>
    </ModalDialog>
  );
}

interface OwnViewProps {
  readonly view: SavedView;
  /** The query on screen. */
  readonly shown: WorklistQuery;
}

function OwnView({ view, shown }: OwnViewProps) {
  const text = useText();
  const { views } = useStores().worklist;
  const [problem, setProblem] = useState<AppError | null>(null);
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.ownView}>
      <NameForm name={view.name} onSave={(name) => views.save(name, toWorklistQuery(view), view.id)} />
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
          <Button
            size="small"
            aria-label={text('worklist.views.updateNamed', { name: view.name })}
            hint={text('worklist.views.updateHint')}
            isDisabled={isSameQuery(toWorklistQuery(view), shown)}
            onPress={() => void views.save(view.name, shown, view.id).then(setProblem)}
          >
            {text('worklist.views.update')}
          </Button>
          <Button
            tone="quiet"
            size="small"
            icon={<Icon of={Trash2} size={14} />}
            aria-label={text('worklist.views.removeNamed', { name: view.name })}
            onPress={() => setAsking(true)}
          />
        </>
      )}
      {problem !== null && <p className="error-text">{getErrorSentence(problem)}</p>}
    </div>
  );
}

interface NameFormProps {
  readonly name: string;
  readonly onSave: (name: string) => Promise<AppError | null>;
  readonly onSaved?: () => void;
}

function NameForm({ name, onSave, onSaved }: NameFormProps) {
  const text = useText();
  const [typed, setTyped] = useState(name);
  const [problem, setProblem] = useState<string | undefined>();

  async function save(): Promise<void> {
    const wanted = typed.trim();
    if (wanted === '') return setProblem(text('worklist.views.nameMissing'));
    const error = await onSave(wanted.slice(0, MAX_NAME));
    setProblem(error === null ? undefined : `${text('worklist.views.notDone')} ${getErrorSentence(error)}`);
    if (error === null) onSaved?.();
  }

  return (
    <form
      className={styles.viewForm}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label={text('worklist.views.name')} error={problem} value={typed} onChange={setTyped} />
      <Button
        type="submit"
        tone={name === '' ? 'primary' : 'plain'}
        isDisabled={typed === name && name !== ''}
      >
        {text(name === '' ? 'worklist.views.keep' : 'worklist.views.rename')}
      </Button>
    </form>
  );
}

interface ListedView {
  readonly id: string;
  readonly label: string;
  readonly query: WorklistQuery;
}

const SAVE: ViewTask = 'save';
const MANAGE: ViewTask = 'manage';

/**
 * Menu of the saved views with their counts, and the commands to save the current query or edit the views.
 */
export function SavedViewsMenu() {
  const text = useText();
  const { worklist } = useStores();
  const query = useWorklistQuery();
  const { own, counts, uncounted, error } = useStore(worklist.views.store);
  const [task, setTask] = useState<ViewTask | null>(null);
  useEffect(() => worklist.views.show(), [worklist]);

  const builtIn: readonly ListedView[] = BUILT_IN_VIEWS.map(({ id, ...view }) => ({
    id,
    label: text(`worklist.views.builtIn.${id}`),
    query: view,
  }));
  const saved: readonly ListedView[] = own.map((view) => ({
    id: view.id,
    label: view.name,
    query: toWorklistQuery(view),
  }));
  const group = (label: string, views: readonly ListedView[]): MenuGroup => ({
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
    if (view !== undefined) worklist.updateQuery(view.query);
  }

  return (
    <>
      <MenuButton
        size="regular"
        label={text('worklist.views.open')}
        groups={[
          group(text('worklist.views.came'), builtIn),
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
      {task !== null && <ViewDialog task={task} query={query} onClose={() => setTask(null)} />}
    </>
  );
}
