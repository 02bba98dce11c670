import { ChevronsUpDown } from 'lucide-react';
import { useRef } from 'react';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { useStore } from 'zustand';
import { listOtherAccounts } from '#renderer/state/sync/session.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import menuStyles from '#renderer/ui/MenuButton.module.css';
import { Popover } from '#renderer/ui/Overlay.tsx';
import { getSwitchLabel, switchAccount } from './switch-account.ts';

/** The button of the status bar with the menu of the other accounts of this computer. Choosing one opens it. */
export function SwitchAccountMenu() {
  const text = useText();
  const stores = useStores();
  const accounts = useStore(stores.session.store, (state) => state.accounts);
  const isOpen = useStore(stores.view.store, ({ isAccountMenuOpen }) => isAccountMenuOpen);
  const button = useRef<HTMLButtonElement>(null);
  const others = listOtherAccounts(accounts);
  if (others.length === 0) return null;
  const label = text('command.account.switch');
  return (
    <>
      <Button
        ref={button}
        tone="bar"
        size="tiny"
        icon={<Icon shape={ChevronsUpDown} size={14} />}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPress={() => stores.view.showAccountMenu(!isOpen)}
        onArrow={() => stores.view.showAccountMenu(true)}
      />
      {isOpen && (
        <Popover
          triggerRef={button}
          aria-label={label}
          isOpen
          onOpenChange={stores.view.showAccountMenu}
          placement="top end"
          offset={6}
        >
          <Menu
            className={joinClasses(menuStyles.menu)}
            aria-label={label}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the menu to choose in it
            autoFocus="first"
            onClose={() => stores.view.showAccountMenu(false)}
          >
            {others.map((account) => {
              const name = getSwitchLabel(text, account, accounts.accounts);
              return (
                <MenuItem
                  key={account.id}
                  id={account.id}
                  className={joinClasses(menuStyles.menuItem)}
                  textValue={name}
                  onAction={() => switchAccount(stores, account.id)}
                >
                  <span dir="auto">{name}</span>
                </MenuItem>
              );
            })}
          </Menu>
        </Popover>
      )}
    </>
  );
}
