import { Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useStore } from 'zustand';
import { errorSentence } from '#contract/error-text.ts';
import type { SavedView } from '#contract/keepsakes.ts';
import type { AppError } from '#contract/result.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { isSameQuery, toQuery } from '#renderer/state/worklist-views.ts';
import type { WorklistQuery } from '#renderer/state/worklist-query.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import '#renderer/ui/dialog.css';

export type ViewTask = 'save' | 'manage';

interface ViewDialogProps {
  readonly task: ViewTask;
  /** What the list shows: the query that is saved, or that takes the place of the one of a view. */
  readonly query: WorklistQuery;
  readonly onClose: () => void;
}

const MAX_NAME = 100;

/** Saves what the list shows under a name, or changes the names and the searches of those that were saved. */
export function ViewDialog({ task, query, onClose }: ViewDialogProps) {
  const text = useText();
  const { views } = useStores().worklist;
  const own = useStore(views.store, (state) => state.own);
  return (
    <ModalOverlay className="overlay" isDismissable isOpen onOpenChange={(open) => !open && onClose()}>
      <Modal className="confirm">
        <Dialog className="confirm-body">
          <Heading slot="title" level={2}>
            {text(`worklist.views.${task}`)}
          </Heading>
          {task === 'save' ? (
            <>
              <p>{text('worklist.views.saveHint')}</p>
              <NameDialog name="" onSave={(name) => views.save(name, query)} onSaved={onClose} />
            </>
          ) : (
            own.map((view) => <OwnView key={view.id} view={view} shown={query} />)
          )}
          <div className="confirm-actions">
            <Button onPress={onClose}>{text('worklist.views.close')}</Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface OwnViewProps {
  readonly view: SavedView;
  /** What the list shows now. */
  readonly shown: WorklistQuery;
}

function OwnView({ view, shown }: OwnViewProps) {
  const text = useText();
  const { views } = useStores().worklist;
  const [problem, setProblem] = useState<AppError | null>(null);
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="own-view">
      <NameDialog name={view.name} onSave={(name) => views.save(name, toQuery(view), view.id)} />
      {isAsking ? (
        <div className="own-view-question">
          <span>{text('worklist.views.removeQuestion')}</span>
          <Button tone="loss" size="small" onPress={() => void views.remove(view.id).then(setProblem)}>
            {text('worklist.views.removeYes')}
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the safe answer is the one at hand */}
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
            isDisabled={isSameQuery(toQuery(view), shown)}
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
      {problem !== null && <p className="page-error">{errorSentence(problem)}</p>}
    </div>
  );
}

interface NameDialogProps {
  readonly name: string;
  readonly onSave: (name: string) => Promise<AppError | null>;
  readonly onSaved?: () => void;
}

function NameDialog({ name, onSave, onSaved }: NameDialogProps) {
  const text = useText();
  const [typed, setTyped] = useState(name);
  const [problem, setProblem] = useState<string | undefined>();

  async function save(): Promise<void> {
    const wanted = typed.trim();
    if (wanted === '') return setProblem(text('worklist.views.nameMissing'));
    const error = await onSave(wanted.slice(0, MAX_NAME));
    setProblem(error === null ? undefined : `${text('worklist.views.notDone')} ${errorSentence(error)}`);
    if (error === null) onSaved?.();
  }

  return (
    <form
      className="view-form"
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
