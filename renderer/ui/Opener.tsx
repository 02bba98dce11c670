import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import { Icon } from './Icon.tsx';
import './opener.css';

interface OpenerProps {
  readonly title: string;
  readonly hint?: string;
  /** Drawn only while open. */
  readonly children: () => ReactNode;
}

/** A part that stays folded until it is asked for. */
export function Opener({ title, hint, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure className="opener" isExpanded={isOpen} onExpandedChange={setOpen}>
      <Heading level={3} className="opener-heading">
        <Button slot="trigger" className="opener-button">
          <Icon of={ChevronRight} />
          {title}
          {hint !== undefined && <span className="opener-hint">{hint}</span>}
        </Button>
      </Heading>
      <DisclosurePanel>{isOpen && children()}</DisclosurePanel>
    </Disclosure>
  );
}
