/** Strings of the button that widens a record and its PDF. */
export const pdfWideTexts = {
  pdfWide: { widen: 'Widen', narrow: 'Show the list' },
} as const;
