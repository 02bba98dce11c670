import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';

interface IconProps {
  readonly shape: LucideIcon;
  /** Edge length in CSS pixels. */
  readonly size?: 12 | 14 | 16 | 28;
}

/**
 * A Lucide icon with a fixed stroke width. It is hidden from screen readers: its meaning must be beside it as
 * text. Every row and button has one, so it is drawn again only where it changes.
 */
export const Icon = memo(function Icon({ shape: Drawing, size = 16 }: IconProps) {
  return <Drawing size={size} strokeWidth={1.75} absoluteStrokeWidth aria-hidden focusable={false} />;
});
