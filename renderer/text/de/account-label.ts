import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/account-label.ts';

/** Strings of the names that users give to accounts, in German. */
export const accountLabelTexts = {
  accountLabel: {
    edit: 'Benennen',
    editNamed: '{{name}} benennen',
    field: 'Name dieses Kontos',
    help: 'Zum Beispiel die Station oder die Klinik. Er bleibt auf diesem Computer; ohne Namen wird die Adresse gezeigt.',
    tooLong: 'Ein Name hat höchstens {{most, number}} Zeichen und keine Zeilenumbrüche.',
    save: 'Namen speichern',
  },
} as const satisfies Translation<typeof english.accountLabelTexts>;
