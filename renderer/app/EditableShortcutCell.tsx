import { Fragment, useState, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { getKeyLabel } from '#renderer/shared/key-label.ts';
import { isPageOnlyCommand, type AnyCommandId } from './command.ts';
import { findKeyProblem, type KeyBindings, type KeyProblem } from './key-bindings.ts';
import { toKeyCombinationName } from './keys.ts';
import { Status } from '#renderer/ui/Status.tsx';
import styles from './ShortcutsDialog.module.css';

interface KeyCellProps {
  readonly id: AnyCommandId;
  readonly bindings: KeyBindings;
  /** Further keys that cannot be changed. */
  readonly others: readonly string[];
  readonly isMac: boolean;
}

const MODIFIERS: ReadonlySet<string> = new Set(['Control', 'Shift', 'Alt', 'AltGraph', 'Meta']);

/** The keys of a command, with a button that asks for another one where it can be changed. */
export function EditableShortcutCell({ id, bindings, others, isMac }: KeyCellProps) {
  const text = useText();
  const { preferences } = useStores();
  const chosen = useStore(preferences.store, ({ settings }) => settings.keys);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<KeyProblem | null>(null);
  const keys = [...bindings.getKeys(id), ...others].map((key) => getKeyLabel(key, isMac, text));

  function end(): void {
    setAsking(false);
    setProblem(null);
  }
  function take(event: KeyboardEvent): void {
    if (!isAsking || MODIFIERS.has(event.key)) return;
    // No key closes the dialog or presses the button while one is asked for.
    event.preventDefault();
    event.stopPropagation();
    const key = toKeyCombinationName(event.nativeEvent);
    if (key === 'Escape') return end();
    const found = findKeyProblem(bindings, id, key);
    setProblem(found);
    if (found !== null) return;
    void preferences.choose({ keys: { ...chosen, [id]: key } });
    end();
  }
  const shown = keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && ' '}
      <kbd>{key}</kbd>
    </Fragment>
  ));
  if (!isPageOnlyCommand(id)) return <dd>{shown}</dd>;
  const command = text(`command.${id}`);
  const label = keys.length === 0 ? text('keys.none') : keys.join(' ');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- takes the keys of the button in it
    <dd onKeyDownCapture={take} onBlur={end}>
      <Button
        size="tiny"
        tone="quiet"
        aria-label={text(isAsking ? 'keys.press' : 'keys.change', { command, keys: label })}
        onPress={() => setAsking(true)}
      >
        {isAsking ? text('keys.pressShort') : shown}
        {!isAsking && keys.length === 0 && text('keys.none')}
      </Button>
      <Status as="p" className={styles.keyProblem}>
        {problem !== null &&
          (problem.why === 'reserved'
            ? text('keys.reserved')
            : text('keys.taken', { command: text(`command.${problem.by}`) }))}
      </Status>
    </dd>
  );
}
