import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/retention.ts';

/** Strings of the time after which copies are removed from this computer, in German. */
export const retention = {
  retention: {
    title: 'Kopien auf diesem Computer',
    after: 'Kopien entfernen, die nicht verwendet wurden seit',
    days_one: '{{count, number}} Tag',
    days_other: '{{count, number}} Tagen',
    limited_one: 'Die Administration dieses Computers erlaubt höchstens {{count, number}} Tag.',
    limited_other: 'Die Administration dieses Computers erlaubt höchstens {{count, number}} Tage.',
    stopped: 'Solange die Richtlinie dieses Computers nicht verwendet werden kann, wird nichts entfernt.',
    what: 'Diese Kopien werden entfernt: PDFs, die nicht geöffnet wurden, frühere Versionen von Datensätzen, letzte Kopien von Datensätzen, die der Dienst nicht mehr liefert, und die Datensätze eines Kontos, das nicht geöffnet wurde. Beim Dienst ändert sich nichts, und ein wieder geöffnetes Konto lädt seine Datensätze herunter.',
    stays:
      'Diese Kopien bleiben: die Datensätze der Listen dieses Kontos, nicht gesendete Änderungen, Entwürfe, Namen, Notizen und Erinnerungen, die automatisch heruntergeladenen PDFs und alles, worauf sich eine nicht gesendete Änderung oder ein Entwurf bezieht.',
  },
} as const satisfies Translation<typeof english.retention>;
