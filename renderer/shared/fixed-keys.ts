/** Keys that the editors handle themselves, so that they cannot be changed; the first of each is the one that buttons show. */
export const EDITOR_KEYS = {
  save: ['Ctrl+S', 'Ctrl+Enter'],
  leave: ['Escape'],
} as const;

/** Keys that the pane of a PDF handles itself. */
export const PDF_KEYS = {
  find: ['Ctrl+F'],
  next: ['F3', 'Enter'],
  previous: ['Shift+F3', 'Shift+Enter'],
  close: ['Escape'],
} as const;
