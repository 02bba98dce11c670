import { Search, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField } from 'react-aria-components/SearchField';
import { Icon } from './Icon.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './SearchBox.module.css';

interface SearchBoxProps {
  readonly label: string;
  readonly clearLabel: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Moves on to the results. Without it, Enter and the arrow keys stay in the field. */
  readonly onDone?: () => void;
}

const MAX = 1000;

/**
 * The search box of a list. Enter and the down arrow move to the results; Escape clears the text, then leaves
 * the field.
 */
export function SearchBox({ label, clearLabel, value, onChange, onDone }: SearchBoxProps) {
  function onKeyDown(event: KeyboardEvent): void {
    const isOut =
      event.key === 'Enter' || event.key === 'ArrowDown' || (event.key === 'Escape' && value === '');
    const isTypedIn = event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing;
    if (!isOut || !isTypedIn || onDone === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onDone();
  }
  return (
    <div onKeyDownCapture={onKeyDown}>
      <SearchField
        className={joinClasses(styles.searchBox)}
        aria-label={label}
        maxLength={MAX}
        value={value}
        onChange={onChange}
      >
        <Icon of={Search} />
        <Input
          className={joinClasses(styles.searchBoxInput)}
          placeholder={label}
          spellCheck="false"
          dir="auto"
          data-search=""
        />
        {value !== '' && (
          <Button className={joinClasses(styles.searchBoxClear)} aria-label={clearLabel}>
            <Icon of={X} size={14} />
          </Button>
        )}
      </SearchField>
    </div>
  );
}
