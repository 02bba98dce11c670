import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Disclosure as AriaDisclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import { Icon } from './Icon.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './Disclosure.module.css';

interface DisclosureProps {
  readonly title: string;
  readonly hint?: string;
  /** Renders the content; called only while the section is open. */
  readonly children: () => ReactNode;
}

/** A section that stays collapsed until it is opened. */
export function Disclosure({ title, hint, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <AriaDisclosure
      className={joinClasses(styles.disclosure)}
      data-print="hide"
      isExpanded={isOpen}
      onExpandedChange={setOpen}
    >
      <Heading level={3} className={joinClasses(styles.disclosureHeading)}>
        <Button slot="trigger" className={joinClasses(styles.disclosureButton)}>
          <Icon shape={ChevronRight} />
          {title}
          {hint !== undefined && <span className={styles.disclosureHint}>{hint}</span>}
        </Button>
      </Heading>
      <DisclosurePanel>{isOpen && children()}</DisclosurePanel>
    </AriaDisclosure>
  );
}
