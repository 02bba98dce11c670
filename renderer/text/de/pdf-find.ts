import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/pdf-find.ts';

/** Strings of the search in a PDF, in German. */
export const pdfFindTexts = {
  pdfFind: {
    label: 'In diesem PDF suchen',
    open: 'Suchen',
    count: '{{at, number}} von {{all, number}}',
    countPartial: '{{at, number}} von {{all, number}} im durchsuchten Teil',
    searching: 'Wird gesucht',
    nothing: 'Nichts gefunden.',
    nothingPartial: 'Im durchsuchbaren Teil wurde nichts gefunden.',
    noText: 'Dieses PDF hat keinen Text, der sich durchsuchen lässt. Es ist vielleicht ein Scan.',
    noSteps: 'Noch wurde nichts gefunden.',
    next: 'Nächster Treffer',
    previous: 'Vorheriger Treffer',
    close: 'Suche schließen',
  },
} as const satisfies Translation<typeof english.pdfFindTexts>;
