import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/pdf.ts';

/** Strings of the PDF of a requisition, in German. */
export const pdfTexts = {
  pdf: {
    title: 'PDF',
    draft: 'Status beim Dienst: Entwurf',
    loading: 'Das PDF wird geladen',
    unknown:
      'Der Dienst kennt diese Anforderung noch nicht. Ihr PDF kann heruntergeladen werden, sobald sie beim Dienst ist.',
    notFound: 'Der Dienst hat das PDF dieser Anforderung nicht gefunden.',
    state: {
      none: 'Das PDF ist nicht auf diesem Computer.',
      queued: 'Wartet auf das Herunterladen.',
      arriving: 'Wird heruntergeladen.',
      here: 'Heruntergeladen {{when}}',
      failed: 'Das PDF konnte nicht heruntergeladen werden.',
    },
    received: '{{received}} von {{size}}',
    receivedOnly: 'bisher {{received}}',
    fetch: 'PDF herunterladen',
    fetchAgain: 'Erneut herunterladen',
    tryAgain: 'Erneut versuchen',
    cancel: 'Abbrechen',
    stale: 'Der Datensatz hat sich geändert, seit dieses PDF heruntergeladen wurde.',
    printedBefore:
      'Es wurde am {{when}} gedruckt, und der Datensatz hat sich seither geändert. Gedruckte Exemplare sind möglicherweise veraltet.',
    open: 'Öffnen',
    openHint: 'Im PDF-Programm dieses Computers',
    saveCopy: 'Kopie speichern',
    drag: 'Herausziehen',
    dragHint:
      'Ziehen Sie das PDF in ein anderes Programm oder einen Ordner. Mit der Tastatur: Kopie speichern.',
    didPrint: 'Wurde es gedruckt?',
    didPrintYes: 'Ja',
    didPrintNo: 'Nein',
    didPrintWhy:
      'Intray merkt sich gedruckte Exemplare, um später sagen zu können, dass eines veraltet sein kann.',
    print: 'Drucken',
    printing: 'Die Seiten werden gezeichnet',
    drop: 'Von diesem Computer entfernen',
    dropQuestion: 'PDF von diesem Computer entfernen?',
    dropWhat: 'Es kann erneut heruntergeladen werden, solange der Dienst erreichbar ist.',
    dropYes: 'Entfernen',
    keepIt: 'Behalten',
    notice: {
      opened: 'Im PDF-Programm dieses Computers geöffnet.',
      saved: 'Gespeichert als {{path}}',
      fetched: 'Das PDF wurde heruntergeladen.',
      handedOver: 'Die Seiten wurden an den Drucker übergeben.',
      printed: 'Als gedruckt vermerkt.',
      dragged: 'Eine Kopie wurde herausgezogen. Intray entfernt seine eigene nach fünfzehn Minuten.',
    },
    notReread: 'Was zu diesem PDF gezeigt wird, kann veraltet sein: Es konnte nicht erneut gelesen werden.',
    notDone: 'Die Aktion ist fehlgeschlagen.',
    pages: 'Seiten des PDF',
    page: 'Seite {{page, number}} von {{count, number}}',
    pageCount_one: 'Eine Seite',
    pageCount_other: '{{count, number}} Seiten',
    zoomIn: 'Größer',
    zoomOut: 'Kleiner',
    zoomFit: 'An die Breite anpassen',
    zoom: '{{percent}} %',
    drawing: 'Die Vorschau wird gezeichnet',
    unreadable:
      'Dieses PDF kann hier nicht gezeigt werden. Es kann im PDF-Programm dieses Computers geöffnet werden.',
    locked:
      'Dieses PDF braucht ein Passwort und kann hier nicht gezeigt werden. Es kann im PDF-Programm dieses Computers geöffnet werden.',
    tooLong:
      'Dieses PDF hat mehr als {{most, number}} Seiten und wird hier nicht gezeigt. Öffnen Sie es im PDF-Programm dieses Computers.',
    pageFailed: 'Diese Seite kann nicht gezeigt werden.',
    noPrint: 'Es kann hier gedruckt werden, sobald seine Seiten gezeigt werden können.',
    tooManyPages:
      'Es hat mehr als {{most, number}} Seiten. Drucken Sie es aus dem PDF-Programm dieses Computers.',
    printLog: 'Druckprotokoll',
    printLogHint: 'Nur auf diesem Computer',
    printLogVersion: 'Version vom {{when}}',
    action: { opened: 'Geöffnet', printed: 'Gedruckt', saved: 'Kopie gespeichert' },
    size: { kilobytes: '{{amount}} kB', megabytes: '{{amount}} MB' },
    settings: {
      title: 'PDFs auf diesem Computer',
      keep: 'Automatisch herunterladen',
      keeps: {
        none: 'Keine',
        'needs-review': 'Zu prüfende Anforderungen',
        open: 'Alle offenen Anforderungen',
      },
      cap: 'Höchstgröße in MB',
      capHelp:
        'Von {{least, number}} bis {{most, number}}. Die am längsten nicht verwendeten werden zuerst entfernt.',
      capWrong: 'Geben Sie eine ganze Zahl von {{least, number}} bis {{most, number}} ein.',
      held_one: 'Ein PDF ist auf diesem Computer ({{size}}).',
      held_other: '{{count, number}} PDFs sind auf diesem Computer ({{size}}).',
      missing_one: 'Ein PDF muss noch heruntergeladen werden.',
      missing_other: '{{count, number}} PDFs müssen noch heruntergeladen werden.',
      save: 'Größe speichern',
      notSaved: 'Die Einstellung konnte nicht gespeichert werden.',
    },
  },
} as const satisfies Translation<typeof english.pdfTexts>;

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

/** Strings of the button that widens a record and its PDF, in German. */
export const wideRecordButtonTexts = {
  pdfWide: { widen: 'Verbreitern', narrow: 'Liste zeigen' },
} as const satisfies Translation<typeof english.wideRecordButtonTexts>;
