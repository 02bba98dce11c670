import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './Banner.module.css';
import { Status, useAnnouncement } from './Status.tsx';

interface BannerProps {
  /** `loud` needs an action by the user; `calm` is for information. */
  readonly tone: 'loud' | 'calm';
  readonly icon: ReactNode;
  readonly text: string;
  /** The action, and the button that dismisses the banner. */
  readonly children?: ReactNode;
}

/** A bar across the window for messages that concern the whole app. A calm one is a landmark, because it is outside of all others. */
export function Banner({ tone, icon, text, children }: BannerProps) {
  if (tone === 'loud')
    return (
      <div className={styles.banner} data-tone={tone} role="alert">
        {icon}
        <p>{text}</p>
        {children}
      </div>
    );
  return (
    <section className={styles.banner} data-tone={tone} aria-label={text}>
      {icon}
      <Status as="p">{text}</Status>
      {children}
    </section>
  );
}

interface NoticeProps {
  /** One sentence that says what is the case. */
  readonly title: string;
  /** A second sentence below the first: which data is safe, or what to expect. */
  readonly hint?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Further buttons beside the action. */
  readonly children?: ReactNode;
  /** The notice fills the page, and its sentence is the page's heading. */
  readonly isPage?: boolean;
  /** `alert` makes a screen reader announce the notice immediately, for an error that has just happened. */
  readonly role?: 'status' | 'alert';
}

/** The content of an empty pane: a sentence, a hint, and an action. */
export function EmptyPaneMessage({
  title,
  hint,
  action,
  children,
  isPage = false,
  role = 'status',
}: NoticeProps) {
  const Title = isPage ? 'h1' : 'p';
  useAnnouncement(role === 'status' ? title : null);
  return (
    <div className={styles.notice} role={role === 'alert' ? role : undefined}>
      <Title className={styles.noticeTitle}>{title}</Title>
      {hint !== undefined && <p className={styles.noticeHint}>{hint}</p>}
      {(action !== undefined || children !== undefined) && (
        <div className={styles.noticeActions}>
          {action !== undefined && <Button onPress={action.run}>{action.label}</Button>}
          {children}
        </div>
      )}
    </div>
  );
}
