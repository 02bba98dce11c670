/** Strings of the search in a PDF. */
export const pdfFindTexts = {
  pdfFind: {
    label: 'Find in this PDF',
    open: 'Find',
    count: '{{at, number}} of {{all, number}}',
    countPartial: '{{at, number}} of {{all, number}} in the part that was searched',
    searching: 'Searching',
    nothing: 'Nothing found.',
    nothingPartial: 'Nothing found in the part that could be searched.',
    noText: 'This PDF has no text that can be searched. It may be a scan.',
    noSteps: 'Nothing is found yet.',
    next: 'Next match',
    previous: 'Previous match',
    close: 'Close the search',
  },
} as const;
