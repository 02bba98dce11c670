import { useCallback, useState } from 'react';
import { Heading } from 'react-aria-components/Heading';
import type { AppError, Result } from '#contract/result.ts';
import type { Template } from '#contract/templates.ts';
import { useActionRunner } from '#renderer/shared/use-action.ts';
import { useQueryResult } from '#renderer/shared/use-query-result.ts';
import { useUnsavedInput } from '#renderer/shared/use-unsaved-input.ts';
import type { RequisitionDraftFields } from '#renderer/state/requisitions/requisition-draft-fields.ts';
import { fillFromTemplate, toTemplateFields } from '#renderer/state/requisitions/templates.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { DialogActions, ModalDialog } from '#renderer/ui/Overlay.tsx';

interface TemplatesMenuProps {
  readonly fields: RequisitionDraftFields;
}

const SAVE = 'save';
const REMOVE = 'remove';

/** Fills the editor from a template, saves its input as one, or removes one. */
export function TemplatesMenu({ fields }: TemplatesMenuProps) {
  const text = useText();
  const { calls, editor, toasts } = useStores();
  const [revision, setRevision] = useState(0);
  const [task, setTask] = useState<typeof SAVE | typeof REMOVE | null>(null);
  const ask = useCallback(() => calls['templates.list']({}), [calls]);
  const { value, error } = useQueryResult(ask, revision, 0);
  const templates = value?.items ?? [];
  const stored = toTemplateFields(fields);

  function choose(id: string): void {
    const template = templates.find((each) => each.id === id);
    if (template !== undefined) fillFromTemplate({ editor, toasts }, template);
    else if (id === SAVE || id === REMOVE) setTask(id);
  }
  const reread = (): void => setRevision((before) => before + 1);
  const close = (): void => {
    setTask(null);
    reread();
  };
  /** Says what was done with a template. @param undo undoes it */
  function announce(
    did: 'templateSaved' | 'templateRemoved',
    { name }: Pick<Template, 'name'>,
    undo: () => Promise<Result<unknown>>,
  ): void {
    toasts.show({
      subject: { did, name },
      undo: async () => {
        const undone = await undo();
        reread();
        return undone.ok ? null : undone.error;
      },
    });
  }
  return (
    <>
      <div>
        <MenuButton
          size="regular"
          label={text('editor.templates.title')}
          groups={[
            ...(templates.length === 0
              ? []
              : [
                  {
                    label: text('editor.templates.fill'),
                    choices: templates.map(({ id, name, fields: { furtherTests } }) => ({
                      id,
                      label: name,
                      aside: text('editor.templates.tests', { count: furtherTests.length + 1 }),
                    })),
                  },
                ]),
            {
              label: error === null ? text('editor.templates.tasks') : getErrorSentence(error),
              choices: [
                {
                  id: SAVE,
                  label: text('editor.templates.save'),
                  reason:
                    stored === null || stored.name === '' ? text('editor.templates.nothingToSave') : null,
                },
                {
                  id: REMOVE,
                  label: text('editor.templates.remove'),
                  reason: templates.length === 0 ? text('editor.templates.none') : null,
                },
              ],
            },
          ]}
          chosen={null}
          onChoose={choose}
        >
          {text('editor.templates.title')}
        </MenuButton>
      </div>
      <ModalDialog isOpen={task !== null} onOpenChange={(open) => !open && close()}>
        {task === SAVE && (
          <SaveTemplate
            fields={stored}
            onSaved={(template) =>
              announce('templateSaved', template, () => calls['templates.remove']({ id: template.id }))
            }
            onDone={close}
          />
        )}
        {task === REMOVE && (
          <RemoveTemplates
            templates={templates}
            onRemoved={(template) =>
              announce('templateRemoved', template, () => calls['templates.save'](template))
            }
            onDone={close}
          />
        )}
      </ModalDialog>
    </>
  );
}

interface SaveTemplateProps {
  readonly fields: Template['fields'] | null;
  readonly onSaved: (template: Template) => void;
  readonly onDone: () => void;
}

function SaveTemplate({ fields, onSaved, onDone }: SaveTemplateProps) {
  const text = useText();
  const { calls } = useStores();
  const saved = { name: fields?.name.slice(0, 100) ?? '' };
  const [{ name }, change] = useUnsavedInput({ editor: 'template', subjectId: '' }, saved);
  const { outcome: problem, act } = useActionRunner<string>();

  /** Returns why it was not saved; null where it was. */
  async function save(): Promise<string | null> {
    if (fields === null || name.trim() === '') return text('editor.templates.nameMissing');
    const saved = await calls['templates.save']({ name: name.trim().slice(0, 100), fields });
    if (!saved.ok) return getErrorSentence(saved.error);
    onSaved(saved.value);
    onDone();
    return null;
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        act(save);
      }}
    >
      <Heading slot="title" level={2}>
        {text('editor.templates.save')}
      </Heading>
      <p>{text('editor.templates.saveWhat')}</p>
      <Field
        label={text('editor.templates.name')}
        value={name}
        onChange={(value) => change({ name: value })}
        error={problem ?? undefined}
      />
      <DialogActions>
        <Button type="submit" tone="primary">
          {text('editor.templates.saveYes')}
        </Button>
        <Button onPress={onDone}>{text('editor.templates.close')}</Button>
      </DialogActions>
    </form>
  );
}

interface RemoveTemplatesProps {
  readonly templates: readonly Template[];
  readonly onRemoved: (template: Template) => void;
  readonly onDone: () => void;
}

function RemoveTemplates({ templates, onRemoved, onDone }: RemoveTemplatesProps) {
  const text = useText();
  const { calls } = useStores();
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<AppError | null>(null);

  async function remove(template: Template): Promise<void> {
    const { id } = template;
    const answer = await calls['templates.remove']({ id });
    setProblem(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setRemoved((before) => new Set([...before, id]));
    onRemoved(template);
  }
  return (
    <>
      <Heading slot="title" level={2}>
        {text('editor.templates.remove')}
      </Heading>
      <ul>
        {templates
          .filter(({ id }) => !removed.has(id))
          .map((template) => (
            <li key={template.id}>
              <bdi>{template.name}</bdi>{' '}
              <Button
                size="small"
                tone="loss"
                aria-label={text('editor.remove', { what: template.name })}
                onPress={() => void remove(template)}
              >
                {text('editor.templates.removeYes')}
              </Button>
            </li>
          ))}
      </ul>
      {problem !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(problem)}
        </p>
      )}
      <DialogActions>
        <Button onPress={onDone}>{text('editor.templates.close')}</Button>
      </DialogActions>
    </>
  );
}
