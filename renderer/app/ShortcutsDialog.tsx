import { useMemo } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { EDITOR_KEYS, PDF_KEYS } from '#renderer/shared/fixed-keys.ts';
import { getKeyLabel } from '#renderer/shared/key-label.ts';
import { useIsMac } from '#renderer/shared/use-key-label.ts';
import { ModalDialog } from '#renderer/ui/Overlay.tsx';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { APP_COMMANDS } from './command-keys.ts';
import { createKeyBindings } from './key-bindings.ts';
import { EditableShortcutCell } from './EditableShortcutCell.tsx';
import styles from './ShortcutsDialog.module.css';

const GROUPS = ['move', 'record', 'go', 'app'] as const;
// Keys that only the lists handle. The command registry has the keys that work regardless of focus.
const LIST_KEYS: Readonly<Record<string, readonly string[]>> = {
  'list.next': ['↓'],
  'list.previous': ['↑'],
  'record.open': ['Enter'],
  'record.window': ['Shift+Enter'],
};

const EDITOR_KEY_IDS = ['save', 'leave'] as const satisfies readonly (keyof typeof EDITOR_KEYS)[];
const PDF_KEY_IDS = [
  'find',
  'next',
  'previous',
  'close',
] as const satisfies readonly (keyof typeof PDF_KEYS)[];

/** Dialog with all shortcuts, generated from the command registry. */
export function ShortcutsDialog() {
  const text = useText();
  const { view, preferences } = useStores();
  const { singleKeys, keys: chosen } = useStore(preferences.store, ({ settings }) => settings);
  const isMac = useIsMac();
  const bindings = useMemo(
    () => createKeyBindings({ singleKeys, keys: chosen }, isMac),
    [singleKeys, chosen, isMac],
  );
  const isShown = useStore(view.store, (state) => state.isShortcutsDialogOpen);
  return (
    <ModalDialog size="large" isOpen={isShown} onOpenChange={view.showShortcutsDialog}>
      <Heading slot="title" level={1}>
        {text('keys.title')}
      </Heading>
      <div className={styles.keyGroups}>
        {GROUPS.map((group) => (
          <section key={group}>
            <h2>{text(`keys.groups.${group}`)}</h2>
            <dl>
              {APP_COMMANDS.filter(({ keys, ...command }) => command.group === group && keys.length > 0).map(
                ({ id }) => (
                  <div key={id}>
                    <dt>{text(`command.${id}`)}</dt>
                    <EditableShortcutCell
                      id={id}
                      bindings={bindings}
                      others={LIST_KEYS[id] ?? []}
                      isMac={isMac}
                    />
                  </div>
                ),
              )}
            </dl>
          </section>
        ))}
        <FixedKeys
          title={text('keys.groups.editor')}
          entries={EDITOR_KEY_IDS.map((id) => ({ label: text(`keys.editor.${id}`), keys: EDITOR_KEYS[id] }))}
          isMac={isMac}
        />
        <FixedKeys
          title={text('keys.groups.pdf')}
          entries={PDF_KEY_IDS.map((id) => ({ label: text(`keys.pdf.${id}`), keys: PDF_KEYS[id] }))}
          isMac={isMac}
        />
      </div>
      <RadioGroup
        label={text('keys.single')}
        options={[
          { value: 'on', label: text('keys.singleOn') },
          { value: 'off', label: text('keys.singleOff') },
        ]}
        value={singleKeys ? 'on' : 'off'}
        onChange={(value) => void preferences.choose({ singleKeys: value === 'on' })}
      />
      <div className={styles.shortcutsFoot}>
        <p>{text('keys.hint')}</p>
        {Object.keys(chosen).length > 0 && (
          <Button onPress={() => void preferences.choose({ keys: {} })}>{text('keys.reset')}</Button>
        )}
        <Button onPress={() => view.showShortcutsDialog(false)}>{text('keys.close')}</Button>
      </div>
    </ModalDialog>
  );
}

interface FixedKeysProps {
  readonly title: string;
  readonly entries: readonly { readonly label: string; readonly keys: readonly string[] }[];
  readonly isMac: boolean;
}

/** Keys that cannot be changed, because a part of the window handles them itself. */
function FixedKeys({ title, entries, isMac }: FixedKeysProps) {
  const text = useText();
  return (
    <section>
      <h2>{title}</h2>
      <dl>
        {entries.map(({ label, keys }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{getKeyLabel(key, isMac, text)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
