import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Icon } from './Icon.tsx';
import { usePageMenu, type MenuGroup } from './page-menus.ts';
import { useNumericIds } from './use-numeric-ids.ts';
import { Popover } from './Overlay.tsx';
import { PlainButton, type ButtonBehaviour } from './PlainButton.tsx';
import { getTooltipAttributes } from './Tooltip.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './MenuButton.module.css';

interface MenuButtonProps {
  /** Content of the button that opens the menu. */
  readonly children: ReactNode;
  /** Accessible name of the menu, if it differs from the button's content. */
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  /** The selected choices; null if the menu runs actions instead. */
  readonly chosen: readonly string[] | null;
  readonly onChoose: (id: string) => void;
  readonly look?: 'chip' | 'quiet';
  /** `regular`: as high as the buttons and fields beside it. */
  readonly size?: 'small' | 'regular';
  /** Stands for the content of the button where the list is narrow; screen readers still get the content. */
  readonly icon?: ReactNode;
  /** Shows the button as set although no choice is chosen. */
  readonly isSet?: boolean;
  /** Why the menu cannot be opened now; null where it can. */
  readonly reason?: string | null;
  /** The key that asks for the same; undefined where there is none. */
  readonly shortcut?: string | undefined;
}

/** Which end of an opened menu gets the focus. */
type OpenMenu = 'first' | 'last';

/** The end of the menu that an arrow key on its button opens; null for other keys. */
const OPENING_KEYS: ReadonlyMap<string, OpenMenu> = new Map([
  ['ArrowDown', 'first'],
  ['ArrowUp', 'last'],
]);

/** Whether the button of a menu shows that something is chosen. */
function isChipOfChoice(look: MenuButtonProps['look'], chosen: MenuButtonProps['chosen']): boolean {
  return look === 'chip' && chosen !== null && chosen.length > 0;
}

/** Returns what a button is given that cannot act for a reason, and says so. */
function getReasonProps(reason: string | null): Partial<ButtonBehaviour> {
  return reason === null ? {} : { 'aria-disabled': true, screenReaderDescription: reason };
}

/**
 * Hook that returns whether a menu is open, and what opens or closes it. One that has a reason not to be open is closed, and does not
 * come back by itself.
 */
function useOpenMenu(
  reason: string | null,
): readonly [opened: OpenMenu | null, setOpened: (end: OpenMenu | null) => void] {
  const [opened, setOpened] = useState<OpenMenu | null>(null);
  if (reason !== null && opened !== null) setOpened(null);
  return [reason === null ? opened : null, (end) => setOpened(reason === null ? end : null)];
}

/** A button that opens a menu of choices. The menu is rendered only while it is open. */
export function MenuButton({
  children,
  look = 'chip',
  size = 'small',
  icon,
  isSet,
  reason = null,
  shortcut,
  ...menu
}: MenuButtonProps) {
  const { label, groups, chosen, onChoose } = menu;
  const [opened, setOpened] = useOpenMenu(reason);
  const button = usePageMenu({ label, groups, isChoice: chosen !== null, onChoose });
  const close = (): void => setOpened(null);
  return (
    <>
      <PlainButton
        ref={button}
        className={styles.menuButton}
        data-look={look}
        data-size={size}
        data-set={(isSet ?? isChipOfChoice(look, chosen)) ? '' : undefined}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        {...getTooltipAttributes({ words: reason ?? '', shortcut: reason === null ? shortcut : undefined })}
        {...getReasonProps(reason)}
        onPress={() => setOpened(opened === null ? 'first' : null)}
        onArrow={(key) => setOpened(OPENING_KEYS.get(key) ?? null)}
      >
        {icon}
        {icon === undefined ? children : <span className={styles.menuLabel}>{children}</span>}
        <Icon shape={ChevronDown} size={12} />
      </PlainButton>
      {opened !== null && (
        <Popover
          triggerRef={button}
          aria-label={label}
          isOpen
          onOpenChange={close}
          placement="bottom start"
          offset={4}
        >
          <MenuOfChoices {...menu} focused={opened} onClose={close} />
        </Popover>
      )}
    </>
  );
}

interface MenuOfChoicesProps extends Pick<MenuButtonProps, 'label' | 'groups' | 'chosen' | 'onChoose'> {
  readonly focused: OpenMenu;
  readonly onClose: () => void;
}

/** A menu while it is open, inside a popover; the focus is in it. */
export function MenuOfChoices({ label, groups, chosen, onChoose, focused, onClose }: MenuOfChoicesProps) {
  const getCounter = useNumericIds();
  const all = groups.flatMap(({ choices }) => choices);
  return (
    <Menu
      className={joinClasses(styles.menu)}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the menu to choose in it
      autoFocus={focused}
      onClose={onClose}
      onAction={(key) => {
        const choice = all.find(({ id }) => getCounter(id) === key);
        if (choice !== undefined) onChoose(choice.id);
      }}
      {...(chosen === null
        ? {}
        : {
            selectionMode: 'multiple' as const,
            selectedKeys: chosen.map(getCounter),
            shouldCloseOnSelect: true,
          })}
    >
      {groups.map((group) => (
        <MenuSection key={group.label} aria-label={group.label}>
          {groups.length > 1 && <Header className={styles.menuHeading}>{group.label}</Header>}
          {group.choices.map((choice) => (
            <MenuItem
              key={choice.id}
              id={getCounter(choice.id)}
              className={joinClasses(styles.menuItem)}
              textValue={choice.label}
              isDisabled={(choice.reason ?? null) !== null}
            >
              <span dir="auto">
                {choice.label}
                {(choice.reason ?? null) !== null && (
                  <span className={styles.menuReason}>{choice.reason}</span>
                )}
              </span>
              {choice.aside !== undefined && <span className={styles.menuAside}>{choice.aside}</span>}
            </MenuItem>
          ))}
        </MenuSection>
      ))}
    </Menu>
  );
}
