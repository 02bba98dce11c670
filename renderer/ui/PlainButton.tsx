import {
  useId,
  type AriaAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { joinClasses } from './join-classes.ts';

/** What every button of the program can be given. */
export interface ButtonBehaviour
  extends Pick<
    AriaAttributes,
    | 'aria-label'
    | 'aria-labelledby'
    | 'aria-describedby'
    | 'aria-description'
    | 'aria-disabled'
    | 'aria-expanded'
    | 'aria-haspopup'
    | 'aria-pressed'
    | 'aria-checked'
    | 'aria-current'
  > {
  /** `radio`: one of the buttons of a group, of which one is chosen. */
  readonly role?: 'radio';
  readonly onPress?: (() => void) | undefined;
  readonly onFocus?: (() => void) | undefined;
  /** Called with the arrow keys up and down, which a button with a menu opens it by. */
  readonly onArrow?: ((key: string) => void) | undefined;
  /** `submit`: submits the `<form>` element that the button is in. */
  readonly type?: 'button' | 'submit';
  readonly isDisabled?: boolean;
  /** Its action runs: it keeps the focus, and pressing it does nothing. */
  readonly isPending?: boolean;
  readonly autoFocus?: boolean;
  /** Whether the Tab key passes it by. */
  readonly excludeFromTabOrder?: boolean;
  /** What a screen reader says after the label; it is not on the screen. */
  readonly screenReaderDescription?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  readonly children?: ReactNode;
  readonly [attribute: `data-${string}`]: string | undefined;
}

interface PlainButtonProps extends ButtonBehaviour {
  readonly className: string | undefined;
  /** Whether the palette offers it, as it does the buttons of the design system. */
  readonly isInPalette?: boolean;
}

/** Whether Enter is pressed with another key: that is for what is around the button, as Ctrl+Enter saves an editor. */
function isEnterOfSurroundings({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey || altKey);
}

/** What a button does with a key: the arrow keys open its menu, Enter and the space bar press it. */
function handleKeyDown(
  event: KeyboardEvent,
  { onArrow, type }: Pick<ButtonBehaviour, 'onArrow' | 'type'>,
  press: () => void,
): void {
  const { key, repeat } = event;
  if (isEnterOfSurroundings(event)) return;
  const isArrow = onArrow !== undefined && (key === 'ArrowDown' || key === 'ArrowUp');
  if (!isArrow && key !== 'Enter' && key !== ' ') return;
  event.stopPropagation();
  // The browser submits a form.
  if (type === 'submit' && !repeat) return;
  // React Aria takes the browser's click for one of a screen reader, and would focus a menu instead of its first choice.
  event.preventDefault();
  // A key that is held would press the button again and again.
  if (repeat) return;
  if (isArrow) onArrow(key);
  else press();
}

/**
 * The browser's own button, without the look of the design system: every screen has dozens of buttons, and one of React Aria runs
 * dozens of hooks when it is made and again when it is removed. A press reaches nothing around the button, such as the row that it is in.
 */
export function PlainButton({
  onPress,
  onArrow,
  type = 'button',
  isDisabled = false,
  isPending = false,
  excludeFromTabOrder = false,
  isInPalette = false,
  screenReaderDescription,
  className,
  ...rest
}: PlainButtonProps) {
  const descriptionId = useId();
  // The tooltip with the key is for the eyes alone.
  const described = [screenReaderDescription, rest['data-key']].filter((part) => part !== undefined);
  const usedType = isPending ? 'button' : type;
  function press(): void {
    if (!isPending) onPress?.();
  }
  function handleClick(event: MouseEvent): void {
    event.stopPropagation();
    press();
  }
  return (
    <>
      <button
        data-size={isInPalette ? 'regular' : undefined}
        {...rest}
        {...(described.length > 0
          ? { 'aria-describedby': joinClasses(rest['aria-describedby'], descriptionId) }
          : {})}
        {...(isPending ? { 'aria-disabled': true, 'data-pending': '' } : {})}
        {...(excludeFromTabOrder ? { tabIndex: -1 } : {})}
        className={joinClasses(className)}
        type={usedType}
        disabled={isDisabled}
        onClick={handleClick}
        onKeyDown={(event) => handleKeyDown(event, { onArrow, type: usedType }, press)}
      />
      {described.length > 0 && (
        <span id={descriptionId} hidden>
          {described.join(' ')}
        </span>
      )}
    </>
  );
}
