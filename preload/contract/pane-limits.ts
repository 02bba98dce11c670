/** The least and the greatest widths of panes, in CSS pixels. */
export const PANE_LIMITS = {
  rail: { min: 160, max: 320 },
  list: { min: 280, max: 900 },
} as const;
