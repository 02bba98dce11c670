import { ChevronDown } from 'lucide-react';
import { useContext, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox, ComboBoxStateContext, type Key } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Text } from 'react-aria-components/Text';
import { Icon } from './Icon.tsx';
import { useNumericIds } from './use-numeric-ids.ts';
import { PickerPopover } from './Overlay.tsx';
import { joinClasses } from './join-classes.ts';
import fieldStyles from './Field.module.css';
import styles from './ComboBoxField.module.css';

/** Marks what stays readable beside what opens over the page. */
const TOP_LAYER = 'data-react-aria-top-layer';

export interface ComboBoxItem {
  /** Id of the item, the same in every version of the list. */
  readonly id: string;
  /** Written into the field when the item is chosen. */
  readonly value: string;
}

interface ComboBoxFieldProps<I extends ComboBoxItem> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called when an item was chosen; `onChange` has already been called with its value. */
  readonly onChoose?: (item: I) => void;
  /** The suggestions for the typed text. The component does not filter them. */
  readonly items: readonly I[];
  readonly renderItem: (item: I) => ReactNode;
  /** Label of the button that opens the list. */
  readonly showLabel: string;
  /** Text shown in place of an empty list. */
  readonly emptyText: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly labelSize?: 'regular' | 'small';
  /** Id of the field, for moving the focus to it. */
  readonly anchor?: string;
}

const MOVING_KEYS: ReadonlySet<string> = new Set([
  'ArrowDown',
  'ArrowUp',
  'Home',
  'End',
  'PageDown',
  'PageUp',
]);

/**
 * The field and its button. Leaving the field takes a suggestion only if the user has moved to it by keys: one that
 * appears under a resting pointer would replace what was typed, for example a diagnosis. Escape closes an open list and
 * nothing else: React Aria passes it on, and the editor or dialog around the field would close too.
 */
function ComboLine({ children }: { readonly children: ReactNode }) {
  const state = useContext(ComboBoxStateContext);
  const hasMoved = useRef(false);
  function onKeyDown(event: KeyboardEvent): void {
    const { key, nativeEvent } = event;
    const isLeaving = key === 'Tab' || key === 'Enter';
    if (isLeaving && !hasMoved.current) state?.selectionManager.setFocusedKey(null);
    hasMoved.current = MOVING_KEYS.has(key);
    if (key !== 'Escape' || state?.isOpen !== true || nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    state.close();
  }
  return (
    <div role="presentation" className={styles.comboLine} onKeyDownCapture={onKeyDown}>
      {children}
    </div>
  );
}

/** A text field with a list of suggestions; any text is accepted, not only the suggestions. */
export function ComboBoxField<I extends ComboBoxItem>({
  label,
  items,
  value,
  onChange,
  onChoose,
  renderItem,
  showLabel,
  emptyText,
  help,
  error,
  anchor,
  isRequired = false,
  labelSize = 'regular',
}: ComboBoxFieldProps<I>) {
  const getCounter = useNumericIds();
  // Only the last chosen item counts as selected, until the user types: otherwise the component would write
  // an item's text into the field by itself.
  const [chosen, setChosen] = useState<string | null>(null);
  // Only typing opens the list, not a value that was chosen or cleared.
  const [typed, setTyped] = useState<string | null>(null);
  function choose(key: Key | null): void {
    const item = items.find(({ id }) => getCounter(id) === key);
    setChosen(item === undefined ? null : getCounter(item.id));
    setTyped(null);
    if (item === undefined) return;
    onChange(item.value);
    onChoose?.(item);
  }
  return (
    <ComboBox
      className={joinClasses(fieldStyles.field)}
      data-label={labelSize}
      items={items}
      inputValue={value}
      onInputChange={(words) => {
        setChosen(null);
        setTyped(words);
        onChange(words);
      }}
      value={chosen}
      onChange={choose}
      allowsCustomValue
      // The items may arrive late: the list opens with the first key press, and fills later.
      allowsEmptyCollection
      menuTrigger={typed === value ? 'input' : 'manual'}
      isInvalid={error !== undefined}
      isRequired={isRequired}
      validationBehavior="aria"
    >
      <KeepPageReadableBehindOpenList />
      <Label className={fieldStyles.fieldLabel}>{label}</Label>
      <ComboLine>
        <Input
          className={joinClasses(fieldStyles.fieldInput)}
          spellCheck="false"
          autoComplete="off"
          data-anchor={anchor}
          dir="auto"
        />
        <Button className={joinClasses(styles.comboButton)} aria-label={showLabel}>
          <Icon shape={ChevronDown} />
        </Button>
      </ComboLine>
      <FieldError className={joinClasses(fieldStyles.fieldError)}>{error}</FieldError>
      {help !== undefined && (
        <Text slot="description" className={fieldStyles.fieldHelp}>
          {help}
        </Text>
      )}
      <PickerPopover>
        <ListBox<I>
          className={joinClasses(styles.comboList)}
          renderEmptyState={() => <p className={styles.comboEmpty}>{emptyText}</p>}
        >
          {(item) => (
            <ListBoxItem
              id={getCounter(item.id)}
              className={joinClasses(styles.comboItem)}
              textValue={item.value}
            >
              {renderItem(item)}
            </ListBoxItem>
          )}
        </ListBox>
      </PickerPopover>
    </ComboBox>
  );
}

/**
 * Keeps the page around an open list readable for screen readers. React Aria would hide all of it, though its controls can still
 * be focused; it leaves out what has this attribute when the list opens. A child of every `ComboBox`.
 */
export function KeepPageReadableBehindOpenList() {
  const isOpen = useContext(ComboBoxStateContext)?.isOpen ?? false;
  const place = useRef<HTMLSpanElement>(null);
  // Before the effect of the list, which is the parent: effects of children run first.
  useEffect(() => {
    const page = place.current?.closest('[role="dialog"], [role="alertdialog"], body > *');
    if (!isOpen || page === null || page === undefined) return;
    page.setAttribute(TOP_LAYER, 'true');
    queueMicrotask(() => page.removeAttribute(TOP_LAYER));
  }, [isOpen]);
  return <span ref={place} hidden />;
}

interface ComboBoxNoteProps {
  /** On a line of its own, under the rest of the item. */
  readonly isBelow?: boolean;
  readonly children: ReactNode;
}

/** A note beside the value of an item, or below it. */
export function ComboBoxItemNote({ isBelow = false, children }: ComboBoxNoteProps) {
  return (
    <bdi className={styles.comboNote} data-below={isBelow ? '' : undefined}>
      {children}
    </bdi>
  );
}
