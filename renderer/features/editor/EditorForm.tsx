import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { OpenEditor } from '#renderer/state/draft-open.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ConfirmButton } from '#renderer/ui/ConfirmButton.tsx';
import { EditorHead } from './EditorHead.tsx';
import { EditorNotices } from './EditorNotices.tsx';
import type { FormProps } from './form-props.ts';
import { CreateForm, OrderForm } from './OrderForm.tsx';
import { LeaveQuestion, ShareQuestion } from './Questions.tsx';
import { ReviewForm } from './ReviewForm.tsx';
import { Similar } from './Similar.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import { problemWords } from './words.ts';

interface EditorFormProps {
  readonly open: OpenEditor;
  readonly onOpenRecord: (id: string) => void;
}

/** One editor: what it is, what is wrong, the fields, what can be done with it. */
export function EditorForm({ open, onOpenRecord }: EditorFormProps) {
  const text = useText();
  const { editor } = useDesk();
  const [asks, setAsks] = useState<'leave' | 'share' | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);

  async function leave(): Promise<void> {
    if (!(await editor.leave())) setAsks('leave');
  }
  async function save(): Promise<void> {
    setAsks(null);
    const id = await editor.save();
    if (id !== null) onOpenRecord(id);
  }
  const isSharing = open.fields.isShared && !open.start.isShared;
  const askOrSave = (): void => (isSharing ? setAsks('share') : void save());
  async function openOther(id: string): Promise<void> {
    if (await editor.leave()) onOpenRecord(id);
    else setAsks('leave');
  }
  const onKeyDown = useEditorKeys({ onSave: askOrSave, onLeave: () => void leave() });
  function submit(event: FormEvent): void {
    event.preventDefault();
    askOrSave();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it listens for keys of the fields within
    <div
      className="page editor"
      data-pane="list"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={() => void editor.keep()}
    >
      <EditorHead open={open} onLeave={() => void leave()} />
      <form ref={form} className="editor-form" onSubmit={submit} noValidate>
        <EditorNotices open={open} form={form} />
        <FormOf open={open} />
        {open.purpose === 'create' && <Similar fields={open.fields} onOpen={(id) => void openOther(id)} />}
        <div className="editor-actions">
          <Button tone="primary" type="submit" isPending={open.isSaving} hint={text('editor.saveHint')}>
            {text(open.isSaving ? 'editor.saving' : `editor.save.${open.purpose}`)}
          </Button>
          <ConfirmButton
            isLoss
            label={text('editor.discard')}
            question={text('editor.discardQuestion')}
            yes={text('editor.discardYes')}
            no={text('editor.goOn')}
            onConfirm={() => void editor.discard()}
          >
            <p>{text('editor.discardWhat')}</p>
          </ConfirmButton>
        </div>
      </form>
      <ShareQuestion isOpen={asks === 'share'} onYes={() => void save()} onNo={() => setAsks(null)} />
      <LeaveQuestion
        isOpen={asks === 'leave'}
        error={open.keepError}
        onYes={() => void editor.discard()}
        onNo={() => setAsks(null)}
      />
    </div>
  );
}

function FormOf({ open }: { readonly open: OpenEditor }) {
  const text = useText();
  const { editor } = useDesk();
  const props: FormProps = {
    fields: open.fields,
    onType: editor.type,
    errorAt: (place) => {
      const problem = open.problems.find(({ at }) => at === place);
      return problem === undefined ? undefined : problemWords(text, problem);
    },
  };
  switch (open.purpose) {
    case 'create':
      return <CreateForm {...props} />;
    case 'edit':
      return <OrderForm {...props} isRequired={false} />;
    case 'review':
      return <ReviewForm {...props} isRequired />;
  }
}
