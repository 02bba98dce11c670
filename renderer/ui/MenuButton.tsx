import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Button } from 'react-aria-components/Button';
import { Icon } from './Icon.tsx';
import { useNumericIds } from './use-numeric-ids.ts';
import { Popover } from './Overlay.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './MenuButton.module.css';

export interface MenuChoice {
  readonly id: string;
  readonly label: string;
  /** At the right of the label: a count. */
  readonly aside?: string;
}

export interface MenuGroup {
  readonly label: string;
  readonly choices: readonly MenuChoice[];
}

interface MenuButtonProps {
  /** Content of the button. */
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
}: MenuButtonProps) {
  const getCounter = useNumericIds();
  const all = groups.flatMap(({ choices }) => choices);
  const isSet = chosen !== null && chosen.length > 0 && look === 'chip';
  return (
    <MenuTrigger>
      <Button
        className={joinClasses(styles.menuButton)}
        data-look={look}
        data-size={size}
        data-set={isSet ? '' : undefined}
      >
        {children}
        <Icon of={ChevronDown} size={12} />
      </Button>
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
                >
                  <span dir="auto">{choice.label}</span>
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
