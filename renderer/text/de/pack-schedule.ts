import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/pack-schedule.ts';

/** Strings of the downtime packs that are made by themselves before each shift, in German. */
export const packScheduleTexts = {
  packs: {
    title: 'Ausfallpaket vor jeder Schicht',
    lead: 'Zu diesen Zeiten erstellt Intray das Paket des Tages von selbst, solange es offen und entsperrt ist; sonst, sobald es das ist. Es ersetzt das frühere Paket im Ordner, wenn das neue vollständig ist. Nach dem Einschalten wird sofort eines erstellt.',
    folder: 'Ordner',
    noFolder: 'keiner gewählt',
    chooseFolder: 'Ordner wählen',
    folderFirst: 'Wählen Sie zuerst einen Ordner.',
    times: 'Uhrzeiten',
    timesHelp: 'Höchstens {{most}}, vor Beginn jeder Schicht. Zum Beispiel 06:30, 14:30',
    timesWrong: 'Geben Sie eine bis {{most}} Uhrzeiten wie 06:30 ein.',
    passwordKept:
      'Intray behält dieses Passwort, verschlüsselt mit den Datensätzen des Kontos, bis die Pakete ausgeschaltet werden. Wer ein Paket braucht, muss es kennen: Ohne das Passwort lässt sich die Datei nicht öffnen.',
    save: 'Speichern',
    unchanged: 'Es wurde nichts geändert.',
    switchOn: 'Einschalten',
    switchOff: 'Ausschalten und das Passwort vergessen',
    renew: 'Passwort ändern',
    makeNow: 'Jetzt ein Paket erstellen',
    making: 'Ein Paket wird gerade erstellt.',
    settings: 'Einstellungen',
    setUp: 'Pakete einrichten',
    off: 'Vor Ihren Schichten wird kein Ausfallpaket erstellt. Mit einem sind die Anforderungen und PDFs des Tages auch lesbar, wenn der Computer oder das Netz ausfällt.',
    none: 'Es gibt noch kein Ausfallpaket.',
    ofToday: 'Ausfallpaket von heute, {{when}}.',
    of: 'Ausfallpaket vom {{when}}.',
    old: 'Das Ausfallpaket ist älter als einen Tag: Es ist vom {{when}}.',
    gone: 'Das Ausfallpaket vom {{when}} ist nicht mehr in seinem Ordner.',
    missing_one: 'Das PDF einer Anforderung ist nicht darin.',
    missing_other: 'Die PDFs von {{count, number}} Anforderungen sind nicht darin.',
    failed: 'Der letzte Versuch, {{when}}, ist fehlgeschlagen. {{why}}',
    folderGone: 'Den Ordner der Pakete gibt es nicht mehr. Wählen Sie ihn in den Einstellungen neu.',
    tooLarge: 'Das Tagesblatt passt nicht in ein Paket.',
  },
} as const satisfies Translation<typeof english.packScheduleTexts>;
