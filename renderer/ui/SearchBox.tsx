import { Search, X } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField } from 'react-aria-components/SearchField';
import { Icon } from './Icon.tsx';
import { getTooltipAttributes } from './Tooltip.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './SearchBox.module.css';

interface SearchBoxProps {
  readonly label: string;
  readonly clearLabel: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Moves on to the first result. Without it, Enter and the arrow keys stay in the field. */
  readonly onDone?: () => void;
  /** Leaves the empty field. Without it, Escape stays in the field. */
  readonly onLeave?: () => void;
  /** The key that moves the focus to the field; undefined where there is none. */
  readonly shortcut?: string | undefined;
}

const MAX = 1000;

/**
 * The search box of a list. Enter and the down arrow move to the first result; Escape clears the text, then
 * leaves the field.
 */
export function SearchBox({ label, clearLabel, value, onChange, onDone, onLeave, shortcut }: SearchBoxProps) {
  const keyId = useId();
  function findExit({ key }: KeyboardEvent): (() => void) | undefined {
    if (key === 'Enter' || key === 'ArrowDown') return onDone;
    return key === 'Escape' && value === '' ? onLeave : undefined;
  }
  function onKeyDown(event: KeyboardEvent): void {
    const isTypedIn = event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing;
    const exit = isTypedIn ? findExit(event) : undefined;
    if (exit === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    exit();
  }
  return (
    <div className={styles.searchBoxFrame} data-hint={label} onKeyDownCapture={onKeyDown}>
      <SearchField
        className={joinClasses(styles.searchBox)}
        aria-label={label}
        {...(shortcut === undefined ? {} : { 'aria-describedby': keyId })}
        {...getTooltipAttributes({ shortcut })}
        maxLength={MAX}
        value={value}
        onChange={onChange}
      >
        <Icon shape={Search} />
        <Input
          className={joinClasses(styles.searchBoxInput)}
          placeholder={label}
          spellCheck="false"
          // Empty, the field has the direction of the page: “auto” is left to right, which cuts an Arabic placeholder.
          dir={value === '' ? undefined : 'auto'}
          data-search=""
        />
        {value !== '' && (
          <Button
            className={joinClasses(styles.searchBoxClear)}
            aria-label={clearLabel}
            {...getTooltipAttributes({ words: clearLabel })}
          >
            <Icon shape={X} size={14} />
          </Button>
        )}
      </SearchField>
      {shortcut !== undefined && (
        <span id={keyId} hidden>
          {shortcut}
        </span>
      )}
    </div>
  );
}
