import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode, type Ref } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Button } from 'react-aria-components/Button';
import { Icon } from './Icon.tsx';
import { usePageMenu, type MenuGroup } from './page-menus.ts';
import { useNumericIds } from './use-numeric-ids.ts';
import { Popover } from './Overlay.tsx';
import { OptionalTooltipTrigger, Tooltip } from './Tooltip.tsx';
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
  /** Why the menu cannot be opened now; null where it can. Left out where it always can. */
  readonly reason?: string | null;
  /** The key that asks for the same; undefined where there is none. */
  readonly shortcut?: string | undefined;
}

const TOOLTIP_DELAY_MS = 300;

type OpeningButtonProps = Required<Pick<MenuButtonProps, 'children' | 'look' | 'size' | 'isSet'>> &
  Pick<MenuButtonProps, 'reason' | 'shortcut'> & { readonly buttonRef: Ref<HTMLButtonElement> };

/** The button of a menu. Where it cannot open now, it says why, like `ButtonWithDisabledReason`; else its key, where it has one. */
function OpeningButton({ buttonRef, children, look, size, isSet, reason, shortcut }: OpeningButtonProps) {
  const hintId = useId();
  const isDisabled = (reason ?? null) !== null;
  const button = (
    <Button
      ref={buttonRef}
      className={joinClasses(styles.menuButton)}
      data-look={look}
      data-size={size}
      data-set={isSet ? '' : undefined}
      {...(isDisabled ? { 'aria-disabled': 'true', 'aria-describedby': hintId } : {})}
    >
      {children}
    </Button>
  );
  if (reason === undefined && shortcut === undefined) return button;
  return (
    <>
      <OptionalTooltipTrigger delay={TOOLTIP_DELAY_MS} isDisabled={!isDisabled && shortcut === undefined}>
        {button}
        <Tooltip offset={6}>{reason ?? <kbd>{shortcut}</kbd>}</Tooltip>
      </OptionalTooltipTrigger>
      {isDisabled && (
        <span id={hintId} hidden>
          {reason}
        </span>
      )}
    </>
  );
}

/** A button that opens a menu of choices. */
export function MenuButton({
  children,
  label,
  groups,
  chosen,
  onChoose,
  look = 'chip',
  size = 'small',
  icon,
  isSet = chosen !== null && chosen.length > 0 && look === 'chip',
  reason,
  shortcut,
}: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const getCounter = useNumericIds();
  const all = groups.flatMap(({ choices }) => choices);
  const button = usePageMenu({ label, groups, isChoice: chosen !== null, onChoose });
  return (
    <MenuTrigger isOpen={isOpen && (reason ?? null) === null} onOpenChange={setOpen}>
      <OpeningButton
        buttonRef={button}
        look={look}
        size={size}
        isSet={isSet}
        shortcut={shortcut}
        {...(reason === undefined ? {} : { reason })}
      >
        {icon}
        {icon === undefined ? children : <span className={styles.menuLabel}>{children}</span>}
        <Icon shape={ChevronDown} size={12} />
      </OpeningButton>
      <Popover placement="bottom start" offset={4}>
        <Menu
          className={joinClasses(styles.menu)}
          aria-label={label}
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
      </Popover>
    </MenuTrigger>
  );
}
