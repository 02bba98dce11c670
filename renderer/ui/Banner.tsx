import type { ReactNode } from 'react';
import './banner.css';

interface BannerProps {
  /** `loud` needs somebody now; `calm` is good to know. */
  readonly tone: 'loud' | 'calm';
  readonly icon: ReactNode;
  readonly text: string;
  /** The one action, and the way to put the notice away. */
  readonly children?: ReactNode;
}

/** A line across the window for what concerns the whole desk. */
export function Banner({ tone, icon, text, children }: BannerProps) {
  return (
    <div className="banner" data-tone={tone} role={tone === 'loud' ? 'alert' : 'status'}>
      {icon}
      <p>{text}</p>
      {children}
    </div>
  );
}
