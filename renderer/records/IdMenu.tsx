import { useState, type FormEvent } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { localNameSchema } from '#contract/directory.ts';
import { errorSentence } from '#contract/error-text.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { CopyButton } from './CopyButton.tsx';
import { NamedId } from './NamedId.tsx';
import { useName } from './use-name.ts';

interface IdMenuProps {
  readonly id: string;
  /** The id alone, where its name stands beside it anyway. */
  readonly shows?: 'name' | 'id';
}

/** An id that opens into what can be done with it: naming it, copying it, seeing all that has to do with it. */
export function IdMenu({ id, shows = 'name' }: IdMenuProps) {
  const text = useText();
  return (
    <DialogTrigger>
      <AriaButton className="id-opener">
        {shows === 'name' ? <NamedId id={id} show="whole" /> : <IdText id={id} show="whole" />}
      </AriaButton>
      <Popover className="popover" placement="bottom start">
        <Dialog className="id-menu" aria-label={text('names.menu')}>
          {({ close }) => <MenuBody id={id} onDone={close} />}
        </Dialog>
      </Popover>
    </DialogTrigger>
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
      <NameDialog id={id} onDone={onDone} />
      <div className="id-menu-actions">
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

/** Gives an id a name, changes it, or takes it away. */
export function NameDialog({ id, onDone }: MenuBodyProps) {
  const text = useText();
  const { directory } = useStores();
  const known = useName(id)?.name ?? '';
  const [typed, setTyped] = useState(known);
  const [problem, setProblem] = useState<string | undefined>(undefined);

  async function keep(name: string | null): Promise<void> {
    const error = await directory.name(id, name);
    if (error === null) onDone();
    else setProblem(errorSentence(error));
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    const checked = localNameSchema.safeParse(typed);
    if (checked.success) void keep(checked.data);
    else setProblem(text(typed.trim() === '' ? 'names.missing' : 'names.tooLong'));
  }

  return (
    <form className="id-menu-form" onSubmit={submit}>
      <Field
        label={text('names.name')}
        help={text('names.help')}
        value={typed}
        error={problem}
        onChange={(value) => {
          setTyped(value);
          setProblem(undefined);
        }}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- somebody opened this to type here
        autoFocus
      />
      <div className="id-menu-actions">
        <Button type="submit" size="small" tone="primary">
          {text(known === '' ? 'names.give' : 'names.change')}
        </Button>
        {known !== '' && (
          <Button size="small" onPress={() => void keep(null)}>
            {text('names.remove')}
          </Button>
        )}
      </div>
    </form>
  );
}
