import { toScreenCommandLabels } from '#contract/screens.ts';
import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/common.ts';
import { mainProcessTexts } from '#contract/text/de/system.ts';

/** Strings of the settings of system notifications, in German. */
export const systemNotificationSettingTexts = {
  systemNotifications: {
    title: 'Systemmitteilungen',
    level: 'Was eine Systemmitteilung zeigt',
    levels: { nothing: 'Nichts', kind: 'Anzahl und Art', full: 'Alles' },
    says: {
      nothing:
        'Es wird keine Systemmitteilung gezeigt. Der Posteingang und sein Zähler zeigen neue Mitteilungen weiterhin.',
      kind: 'Zum Beispiel: 3 neue Mitteilungen: 2 Termine, 1 Nachricht. Sonst erscheint nichts auf dem Bildschirm.',
      full: 'Titel und Text der neuesten Mitteilung, die Patienten nennen können. Sie bleiben in der Liste des Betriebssystems, bis diese geleert wird.',
    },
  },
} as const satisfies Translation<typeof english.systemNotificationSettingTexts>;

/** Strings of the frame around every screen: navigation, status bar, banners, shortcuts, failures, in German. */
export const appFrameTexts = {
  window: { title: '{{screen}} – Intray', titleAlone: 'Intray' },
  export: {
    saving: 'Die Datei wird gerade gespeichert.',
    counting: 'Die Einträge wurden noch nicht gezählt.',
    nothing: 'Es gibt nichts zu exportieren.',
    csv: 'CSV exportieren',
    notificationsHint:
      'Die Mitteilungen dieser Suche als Tabelle, jede für sich; sie enthält Namen von Patienten',
    requestsHint: 'Die Anfragen dieser Liste als Tabelle; sie enthält Namen von Patienten',
    dayHint: 'Die gezeigten Termine als Tabelle; sie enthält Namen von Patienten',
  },
  rail: {
    label: 'Navigation',
    collapse: 'Navigation einklappen',
    expand: 'Navigation ausklappen',
    unread: 'ungelesen',
    toReview: 'zu prüfen',
    dueReminders_one: 'fällige Erinnerung',
    dueReminders_other: 'fällige Erinnerungen',
    askedTooLong: 'zu lange angefragt',
    notOver_one: 'Termin von heute ist nicht vorbei',
    notOver_other: 'Termine von heute sind nicht vorbei',
    person_one: 'braucht Ihre Entscheidung',
    person_other: 'brauchen Ihre Entscheidung',
    resize: 'Breite der Navigation',
  },
  history: {
    label: 'Zurück und vorwärts',
    back: { nothing: 'Davor wurde nichts gezeigt.', editing: 'Schließen Sie zuerst den Editor.' },
    forward: { nothing: 'Danach wurde nichts gezeigt.', editing: 'Schließen Sie zuerst den Editor.' },
  },
  pane: { list: 'Liste', record: 'Datensatz', resizeList: 'Breite der Liste' },
  sync: {
    starting: 'Startet',
    restarting: 'Der Datendienst wird neu gestartet',
    noAccount: 'Kein Konto ist geöffnet',
    opening: 'Das Konto wird geöffnet',
    upToDate: 'Aktuell, Stand {{when}}',
    never: 'Noch nicht synchronisiert',
    reading: 'Synchronisiert. Die Liste wird geladen',
    unread: 'Synchronisiert, aber die Liste konnte nicht gelesen werden',
    running: 'Wird synchronisiert',
    runningParts: 'Wird synchronisiert: {{parts}}',
    received: '{{kind}} {{count, number}} empfangen',
    incomplete: 'Teilweise synchronisiert, Stand {{when}}',
    incompleteNever: 'Teilweise synchronisiert',
    behindAsOf: 'Nicht synchronisiert, seit der Dienst wieder erreichbar ist. Datensätze vom Stand {{when}}',
    failed: 'Die letzte Synchronisierung ist fehlgeschlagen',
    failedAsOf: 'Die letzte Synchronisierung ist fehlgeschlagen. Datensätze vom Stand {{when}}',
    partFailed: 'Nicht synchronisiert: {{what}}',
    partFailedAsOf: 'Nicht synchronisiert: {{what}}. Datensätze vom Stand {{when}}',
    asOf: 'Datensätze vom Stand {{when}}',
    now: 'Synchronisieren',
    stop: 'Synchronisierung anhalten',
    details: 'Einzelheiten zur Synchronisierung',
  },
  connection: {
    unknown: 'Noch nicht verbunden',
    online: 'Verbunden',
    offline: 'Offline',
    'signed-out': 'Abgemeldet',
    trouble: 'Störung beim Dienst',
    since: '{{state}} seit {{when}}',
    paused: 'Pause bis {{when}}',
  },
  health: {
    title: 'Synchronisierung',
    kind: 'Art',
    cached: 'Auf diesem Computer',
    received: 'Empfangen',
    quarantined: 'In Quarantäne',
    lastSuccess: 'Letzte vollständige Synchronisierung',
    lastChecked: 'Zuletzt geprüft',
    order: 'Reihenfolge des Dienstes',
    orders: {
      'updated-newest': 'Zuletzt geänderte zuerst',
      'updated-oldest': 'Zuletzt geänderte zuletzt',
      'created-newest': 'Neueste zuerst',
      'created-oldest': 'Älteste zuerst',
      id: 'Nach ID',
      mixed: 'Keine feste Reihenfolge',
      unknown: 'Noch nicht bekannt',
    },
    suspected_one:
      'Ein Datensatz fehlte in der letzten vollständigen Synchronisierung. Er bleibt hier, bis der Dienst zweimal bestätigt hat, dass er ihn nicht mehr liefert.',
    suspected_other:
      '{{count, number}} Datensätze fehlten in der letzten vollständigen Synchronisierung. Sie bleiben hier, bis der Dienst zweimal bestätigt hat, dass er sie nicht mehr liefert.',
    missing_one: 'Der Dienst liefert einen Datensatz nicht mehr. Bestätigen Sie das unter Aktivität.',
    missing_other:
      'Der Dienst liefert {{count, number}} Datensätze nicht mehr. Bestätigen Sie das unter Aktivität.',
    behind:
      'Die letzte Synchronisierung hat nicht alle Datensätze empfangen. Die empfangenen bleiben erhalten; die nächste Synchronisierung macht weiter.',
    paused: 'Nächster Versuch um {{when}}: Der Dienst hat um eine Pause gebeten oder ist zu oft ausgefallen.',
    pausedOffline: 'Nächster Versuch um {{when}}: Der Dienst ist nicht erreichbar.',
    nextRefresh: 'Nächste automatische Synchronisierung um {{when}}.',
    neverComplete: 'Nie',
    state: {
      never: 'Noch nicht synchronisiert',
      running: 'Wird synchronisiert',
      complete: 'Vollständig',
      incomplete: 'Teilweise',
      failed: 'Fehlgeschlagen',
    },
    quarantinedHint:
      'Datensätze in Quarantäne können nicht angezeigt werden: Der Dienst hat sie ohne brauchbare ID, als eine andere Art von Datensatz oder in unlesbarer Form gesendet.',
    tryAgain: 'Erneut versuchen',
    cacheReplaced:
      'Der Zwischenspeicher dieses Kontos war beim Öffnen beschädigt. Eine beschädigte Kopie wurde aufbewahrt, und die Datensätze werden neu heruntergeladen.',
  },
  secrets: {
    variables: 'Token werden aus Umgebungsvariablen gelesen',
    memory: 'Nach dem Beenden von Intray ist nichts gespeichert',
    demo: 'Erfundene Patienten auf diesem Computer',
  },
  banner: {
    keychain:
      'Beantworten Sie die Frage des Schlüsselbunds Ihres Computers. Sie liegt vielleicht hinter diesem Fenster. Intray wartet bis zu zehn Minuten darauf.',
    cancelKeychain: 'Abbrechen',
    signedOut:
      'Der Dienst akzeptiert diese Anmeldung nicht mehr. Alle Datensätze auf diesem Computer bleiben lesbar.',
    renew: 'Neue Token eingeben',
    memory:
      'Dieser Computer hat keinen Schlüsselbund; nach dem Beenden von Intray ist daher nichts gespeichert. Der Dienst behält die Datensätze.',
    cacheReplaced:
      'Der Zwischenspeicher dieses Kontos konnte nicht gelesen werden. Eine beschädigte Kopie wurde aufbewahrt, und die Datensätze werden neu heruntergeladen; beim Dienst ändert sich nichts.',
    cacheExpired:
      'Dieses Konto wurde lange nicht geöffnet, deshalb wurden seine Datensätze und PDFs von diesem Computer entfernt. Die Datensätze werden neu heruntergeladen; bis dahin sind Listen unvollständig. Beim Dienst ändert sich nichts.',
    settingsUnread:
      'Ihre Einstellungen konnten nicht gelesen werden. Zeiten werden möglicherweise in einer anderen als der gewählten Zeitzone gezeigt.',
    failed: {
      openEditor:
        'Der andere Editor wurde nicht geöffnet, weil die Eingaben in diesem nicht gespeichert werden konnten.',
      discardDraft: 'Der Entwurf konnte nicht verworfen werden.',
      selectAll: 'Es konnten nicht alle Zeilen ausgewählt werden.',
    },
    notSaved: {
      requisition: 'Die Anforderung wurde nicht gespeichert: {{name}}.',
      form: 'Das Formular wurde nicht gespeichert: {{name}}.',
    },
    unnamedNotSaved: {
      requisition: 'Eine Anforderung ohne Namen wurde nicht gespeichert.',
      form: 'Ein Formular ohne Namen wurde nicht gespeichert.',
    },
    notSavedInAccount: {
      requisition:
        'Eine Anforderung des Kontos {{account}} wurde nicht gespeichert. Der Entwurf bleibt dort erhalten.',
      form: 'Ein Formular des Kontos {{account}} wurde nicht gespeichert. Der Entwurf bleibt dort erhalten.',
    },
    dismiss: 'Ausblenden',
  },
  palette: {
    title: 'Finden',
    search: 'Aktion, Datensatz oder Patient finden',
    entries: 'Gefunden',
    nothing: 'Keine Treffer.',
    named: '{{kind}}: {{name}}',
    of: '{{action}} ({{of}})',
    switchTo: 'Zu {{name}} wechseln',
    orderFor: 'Neue Anforderung für {{patient}}',
    moveNeeded: {
      many: 'Das ändert mehrere Datensätze: Wählen Sie es mit der Pfeiltaste nach unten, dann mit der Eingabetaste.',
      failed:
        'Es konnte nicht alles durchsucht werden: Wählen Sie einen Eintrag mit den Pfeiltasten, dann drücken Sie die Eingabetaste.',
      several:
        'Es gibt mehrere Treffer: Wählen Sie einen mit den Pfeiltasten, dann drücken Sie die Eingabetaste.',
    },
    section: {
      here: 'Auf diesem Bildschirm',
      recents: 'Zuletzt geöffnet',
      patients: 'Patienten',
      actions: 'Aktionen',
      further: 'Weitere Aktionen',
      records: 'Datensätze',
      many: 'Für mehrere Datensätze auf einmal',
    },
    kind: { requisition: 'Anforderung', form: 'Formular', notification: 'Mitteilung' },
  },
  command: {
    'list.next': 'Nächste Zeile',
    'list.previous': 'Vorherige Zeile',
    'list.extendNext': 'Diese und die nächste Zeile auswählen',
    'list.extendPrevious': 'Diese und die vorherige Zeile auswählen',
    'row.pick': 'Zeile auswählen oder Auswahl aufheben',
    'list.pickAll': 'Alle Zeilen auswählen',
    'list.goToDate': 'In der Liste zu einem Datum gehen',
    'record.open': 'Aktuelle Zeile öffnen',
    'record.back': 'Zurück zur Liste',
    'search.focus': 'Suchen',
    'review.mark': 'Meine Prüfung abschließen und zur nächsten gehen',
    'review.showMine': 'Meine überfälligen Prüfungen',
    'history.back': 'Zurück',
    'history.forward': 'Vorwärts',
    'palette.open': 'Aktion, Datensatz oder Patient finden',
    'review.add': 'Meine Prüfung neben den offenen anderer hinzufügen',
    'mark.undo': 'Letzte Aktion rückgängig machen',
    'record.print': 'Geöffneten Datensatz drucken',
    'record.new': 'Neue Anforderung oder, unter Formulare, neues Formular',
    'record.wide': 'Den geöffneten Datensatz und sein PDF verbreitern oder die Liste wieder zeigen',
    'record.window': 'Den geöffneten Datensatz in einem eigenen Fenster zeigen',
    'window.close': 'Dieses Fenster schließen',
    'notification.read': 'Aktuelle oder ausgewählte Mitteilungen als gelesen markieren',
    'notification.unread': 'Aktuelle oder ausgewählte Mitteilungen als ungelesen markieren',
    'notification.snooze': 'Aktuelle oder ausgewählte Mitteilungen zurückstellen',
    'sync.now': 'Jetzt synchronisieren',
    'account.switch': 'Konto wechseln',
    'window.lock': 'Fenster sperren',
    'pane.next': 'Nächster Bereich',
    'pane.previous': 'Vorheriger Bereich',
    'rail.toggle': 'Navigation ein- oder ausklappen',
    'help.open': 'Hilfe zu Intray',
    'help.news': 'Neuigkeiten',
    'help.about': 'Über Intray und Lizenzen',
    'help.support': 'Datei für den Support',
    'help.keys': 'Tastenkürzel anzeigen',
    'help.tour': 'Rundgang durch Intray',
    'help.check': 'Diesen Computer prüfen',
    'help.updates': 'Nach Updates suchen',
    ...toScreenCommandLabels(mainProcessTexts.screen),
    'go.completion-requests': 'Anfragen an Patienten',
  },
  failure: {
    noBridgeTitle: 'Dieses Fenster ist nicht mit Intray verbunden.',
    noBridgeSafe: 'Es ging nichts verloren. Schließen Sie das Fenster und starten Sie Intray neu.',
    engineTitle: 'Der Datendienst von Intray läuft nicht.',
    startTitle: 'Intray konnte nicht starten.',
    safe: 'Die Datensätze auf diesem Computer und beim Dienst sind unverändert.',
    windowTitle: 'Intray konnte nicht feststellen, was dieses Fenster zeigt.',
    partTitle: 'Ein Teil von Intray konnte nicht von diesem Computer gelesen werden.',
    partSafe:
      'Die Datensätze sind unverändert. Versuchen Sie es erneut; wenn es dabei bleibt, schließen Sie Intray und starten Sie es neu.',
    crashTitle: 'Dieser Teil des Fensters funktioniert nicht mehr.',
    crashSafe:
      'Die Datensätze sind unverändert; nur was auf dem Bildschirm war, ist verloren. Einzelheiten stehen im Protokoll.',
    tryAgain: 'Erneut versuchen',
    showAgain: 'Neu laden',
    starting: 'Intray startet',
  },
} as const satisfies Translation<typeof english.appFrameTexts>;

/** Why a button cannot act now, in German. */
export const disabledReasonTexts = {
  disabled: {
    todayShown: 'Der heutige Tag wird schon gezeigt.',
    preparing: 'Der Tag wird gerade vorbereitet.',
    dayLoading: 'Der Tag wurde noch nicht gelesen.',
    favouriteEmpty: 'Geben Sie zuerst etwas ein.',
    favouriteLong: 'Das ist für einen Favoriten zu lang.',
    viewSame: 'Die Liste zeigt diese Ansicht, wie sie gespeichert ist.',
    viewNameSame: 'Geben Sie zuerst einen anderen Namen ein.',
    nothingTicked: 'Kreuzen Sie zuerst eine Anforderung an.',
    updating: 'Ein Update wird gerade gesucht, heruntergeladen oder installiert.',
    running: 'Das läuft gerade.',
    fitted: 'Die Seiten sind schon an die Breite angepasst.',
    noNotifications: 'Es gibt keine Mitteilung zu markieren.',
    onlyForOthers:
      'Alle diese Mitteilungen sind für andere Benutzer. Um sie zu markieren, filtern Sie nach „Für“ oder wählen Sie sie aus.',
    marking: 'Mitteilungen werden gerade markiert.',
    counting: 'Die Mitteilungen wurden noch nicht gezählt.',
    removalFirst: 'Entscheiden Sie zuerst über alles, was verloren ginge.',
  },
} as const satisfies Translation<typeof english.disabledReasonTexts>;

/** Strings of windows that show one record, in German. */
export const recordWindowTexts = {
  recordWindow: {
    title: mainProcessTexts.recordWindow,
    open: 'In eigenem Fenster öffnen',
    tooMany:
      'Höchstens {{limit, number}} Fenster einzelner Datensätze können offen sein. Schließen Sie zuerst eines davon.',
  },
} as const satisfies Translation<typeof english.recordWindowTexts>;
