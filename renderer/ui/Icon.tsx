import type { LucideIcon } from 'lucide-react';

interface IconProps {
  readonly of: LucideIcon;
  /** Edge length in CSS pixels. */
  readonly size?: 12 | 14 | 16 | 28;
}

/** An icon of the one family, always with the same stroke; its meaning stands beside it in words. */
export function Icon({ of: Drawing, size = 16 }: IconProps) {
  return <Drawing size={size} strokeWidth={1.75} absoluteStrokeWidth aria-hidden focusable={false} />;
}
