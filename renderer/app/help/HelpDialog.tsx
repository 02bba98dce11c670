import type { ReactNode } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { useStore } from 'zustand';
import { HELP_PAGES, type HelpPage } from '#renderer/state/navigation/view.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { DialogActions, ModalDialog } from '#renderer/ui/Overlay.tsx';
import { AboutPage } from './AboutPage.tsx';
import { GuidePage } from './GuidePage.tsx';
import { NewsPage } from './NewsPage.tsx';
import { SupportPage } from './SupportPage.tsx';
import styles from './help.module.css';

const PAGES: Readonly<Record<HelpPage, () => ReactNode>> = {
  guide: () => <GuidePage />,
  news: () => <NewsPage />,
  about: () => <AboutPage />,
  support: () => <SupportPage />,
};

/** Dialog with the help: how Intray is used, what is new, what it is made of, and a file for support. */
export function HelpDialog() {
  const text = useText();
  const { view } = useStores();
  const page = useStore(view.store, (state) => state.helpPage);
  return (
    <ModalDialog
      size="large"
      isOpen={page !== null}
      onOpenChange={(isOpen) => !isOpen && view.showHelp(null)}
    >
      <Heading slot="title" level={1}>
        {text('help.title')}
      </Heading>
      {page !== null && (
        <>
          <RadioGroup
            label={text('help.pages')}
            options={HELP_PAGES.map((value) => ({ value, label: text(`help.page.${value}`) }))}
            value={page}
            onChange={view.showHelp}
          />
          <div className={styles.page} key={page}>
            {PAGES[page]()}
          </div>
        </>
      )}
      <DialogActions>
        <Button onPress={() => view.showHelp(null)}>{text('help.close')}</Button>
      </DialogActions>
    </ModalDialog>
  );
}
