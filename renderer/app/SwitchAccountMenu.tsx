import { ChevronsUpDown } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
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
  const others = listOtherAccounts(accounts);
  if (others.length === 0) return null;
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={stores.view.showAccountMenu}>
      <Button
        tone="bar"
        size="tiny"
        icon={<Icon shape={ChevronsUpDown} size={14} />}
        aria-label={text('command.account.switch')}
      />
      <Popover placement="top end" offset={6}>
        <Menu className={joinClasses(menuStyles.menu)} aria-label={text('command.account.switch')}>
          {others.map((account) => {
            const label = getSwitchLabel(text, account, accounts.accounts);
            return (
              <MenuItem
                key={account.id}
                id={account.id}
                className={joinClasses(menuStyles.menuItem)}
                textValue={label}
                onAction={() => switchAccount(stores, account.id)}
              >
                <span dir="auto">{label}</span>
              </MenuItem>
            );
          })}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
