import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/unsaved-input.ts';

/** Strings about what was typed in editors and dialogs and is not saved, in German. */
export const unsavedInputTexts = {
  unsavedInput: {
    kept: 'Noch nicht gespeichert, aber behalten: {{what}}.',
    form: {
      reminder: 'eine Erinnerung',
      'request-reminder': 'eine Erinnerung an eine Anfrage',
      name: 'ein Name',
      'account-label': 'der Name eines Kontos',
      view: 'der Name einer Ansicht',
      template: 'der Name einer Vorlage',
      snooze: 'der Tag, bis zu dem etwas zurückgestellt wird',
      'pending-change': 'eine bearbeitete Änderung im Ausgang',
      'sign-in': 'Adresse und Benutzer einer Anmeldung',
      'pack-times': 'die Zeiten der Ausfallpakete',
      'pdf-space': 'der Platz für PDFs',
    },
    open: 'Dorthin',
    discard: 'Verwerfen',
  },
} as const satisfies Translation<typeof english.unsavedInputTexts>;
