import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useStore } from 'zustand';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { COMMANDS } from './commands.ts';
import '#renderer/ui/dialog.css';
import './key-sheet.css';

const GROUPS = ['move', 'record', 'go', 'desk'] as const;
// What the list itself takes; the registry holds what works wherever the focus is.
const ALSO: Readonly<Record<string, readonly string[]>> = {
  'list.next': ['↓'],
  'list.previous': ['↑'],
  'record.open': ['Enter'],
};

/** The sheet of keys, drawn from the registry of commands. */
export function KeySheet() {
  const text = useText();
  const { view } = useDesk();
  const isShown = useStore(view.store, (state) => state.keysShown);
  return (
    <ModalOverlay className="overlay" isOpen={isShown} onOpenChange={view.showKeys} isDismissable>
      <Modal className="key-sheet">
        <Dialog className="key-sheet-body">
          <Heading slot="title" level={1}>
            {text('keys.title')}
          </Heading>
          <div className="key-groups">
            {GROUPS.map((group) => (
              <section key={group}>
                <h2>{text(`keys.groups.${group}`)}</h2>
                <dl>
                  {COMMANDS.filter((command) => command.group === group).map(({ id, keys }) => (
                    <div key={id}>
                      <dt>{text(`command.${id}`)}</dt>
                      <dd>
                        {[...keys, ...(ALSO[id] ?? [])].map((key) => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
          <div className="key-sheet-foot">
            <p>{text('keys.hint')}</p>
            <Button slot="close">{text('keys.close')}</Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
