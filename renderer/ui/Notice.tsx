import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import './notice.css';

interface NoticeProps {
  /** One sentence: how things stand. */
  readonly title: string;
  /** What is safe, or what to expect. */
  readonly hint?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly icon?: ReactNode;
  /** `alert` interrupts a screen reader, for what went wrong just now. */
  readonly role?: 'status' | 'alert';
}

/** What stands in a pane that has nothing to show: one sentence, what is safe, one action. */
export function Notice({ title, hint, action, icon, role = 'status' }: NoticeProps) {
  return (
    <div className="notice" role={role}>
      {icon}
      <p className="notice-title">{title}</p>
      {hint !== undefined && <p className="notice-hint">{hint}</p>}
      {action !== undefined && <Button onPress={action.run}>{action.label}</Button>}
    </div>
  );
}
