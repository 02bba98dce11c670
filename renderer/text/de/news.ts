import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/news.ts';

/** What matters most in the newest version, in German. */
export const newsTexts = {
  news: {
    palette:
      'Die Suche nach Aktionen findet jede Schaltfläche und jedes Menü einer Seite mit wenigen Buchstaben, mit der Taste oder dem Grund, warum sie gerade nicht möglich ist.',
    undo: 'Nach einer Änderung sagt eine Nachricht, was gespeichert wurde und ob es auf diesem Computer oder beim Dienst ist. Eine Prüfung, eine Freigabe oder eine Veröffentlichung lässt sich rückgängig machen, bevor sie gesendet wird; wie lange, sagen die Einstellungen.',
    waits:
      'Die Liste der Anforderungen sagt, welche länger als üblich auf ihren Befund warten, und lässt sich danach ordnen.',
    patients:
      'Unter Aktivität steht bei jeder ausstehenden oder abgeschlossenen Änderung einer Anforderung der Patient, mit Geburtsdatum oder Nummer, wo sie bekannt sind; ebenso in der Frage, bevor eine Änderung verworfen wird.',
    snooze:
      'Eine Mitteilung lässt sich zurückstellen: Sie ist bis zu ihrer Zeit nicht im Posteingang und steht dann oben.',
    packs:
      'Ein Ausfallpaket kann vor jeder Schicht von selbst entstehen. Die Übersicht sagt, wie alt es ist.',
    templates:
      'Eine neue Anforderung kann mit einer Vorlage beginnen, auch mit einer Gruppe von Untersuchungen.',
    windows: 'Ein Datensatz kann neben dem Hauptfenster ein eigenes Fenster haben.',
  },
} as const satisfies Translation<typeof english.newsTexts>;
