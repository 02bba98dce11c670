import { ChevronsUpDown } from 'lucide-react';
import { useRef } from 'react';
import { useStore } from 'zustand';
import { listOtherAccounts } from '#renderer/state/sync/session.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuOfChoices } from '#renderer/ui/MenuButton.tsx';
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
  const choices = others.map((account) => ({
    id: account.id,
    label: getSwitchLabel(text, account, accounts.accounts),
  }));
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
          <MenuOfChoices
            label={label}
            groups={[{ label, choices }]}
            chosen={null}
            onChoose={(id) => switchAccount(stores, id)}
            focused="first"
            onClose={() => stores.view.showAccountMenu(false)}
          />
        </Popover>
      )}
    </>
  );
}
