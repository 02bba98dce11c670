import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox, type Key } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { Icon } from './Icon.tsx';
import { useCounters } from './use-counters.ts';
import './combo.css';

export interface ComboItem {
  /** Identifies the item in every version of the list. */
  readonly id: string;
  /** Written into the field when the item is chosen. */
  readonly value: string;
}

interface ComboProps<I extends ComboItem> {
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
  /** Text of an empty list. */
  readonly emptyText: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  /** Id of the field, for moving the focus to it. */
  readonly anchor?: string;
}

/** A text field with a list of suggestions; any text is accepted, not only the suggestions. */
export function Combo<I extends ComboItem>({
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
}: ComboProps<I>) {
  const getCounter = useCounters();
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
      className="field combo"
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
      <Label className="field-label">{label}</Label>
      <div className="combo-line">
        <Input
          className="field-input"
          spellCheck="false"
          autoComplete="off"
          data-anchor={anchor}
          dir="auto"
        />
        <Button className="combo-button" aria-label={showLabel}>
          <Icon of={ChevronDown} />
        </Button>
      </div>
      <FieldError className="field-error">{error}</FieldError>
      {help !== undefined && (
        <Text slot="description" className="field-help">
          {help}
        </Text>
      )}
      <Popover className="popover combo-popover" offset={4}>
        <ListBox<I>
          className="combo-list"
          renderEmptyState={() => <p className="combo-empty">{emptyText}</p>}
        >
          {(item) => (
            <ListBoxItem id={getCounter(item.id)} className="combo-item" textValue={item.value}>
              {renderItem(item)}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
