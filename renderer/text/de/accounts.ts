import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/accounts.ts';

/** Strings of accounts and settings, in German. */
export const accountAndSettingsTexts = {
  account: {
    welcome: 'Willkommen bei Intray',
    welcomeHint:
      'Intray zeigt die Anforderungen, Formulare und Mitteilungen Ihrer Klinik, und zuerst, was zu tun ist. Datensätze bleiben ohne Netzwerk lesbar, und was Sie ändern, wird auf diesem Computer aufbewahrt, bis der Dienst es hat.',
    demoTitle: 'Erst einmal umsehen',
    demoHint:
      'Die Demo-Klinik läuft nur auf diesem Computer, mit erfundenen Patienten. Keine Daten verlassen den Computer.',
    openDemo: 'Demo-Klinik öffnen',
    demoName: 'Demo-Klinik',
    serviceTitle: 'Bei Ihrer Klinik anmelden',
    serviceHint:
      'Adresse und Token erhalten Sie von der Administration des Dienstes. Token werden im Schlüsselbund dieses Computers gespeichert; hat er keinen, nur bis Intray beendet wird.',
    addTitle: 'Klinik hinzufügen',
    listTitle: 'Konten auf diesem Computer',
    current: 'Jetzt geöffnet',
    open: 'Öffnen',
    openNamed: '{{name}} öffnen',
    opening: 'Wird geöffnet',
    unknownUser: 'Benutzer nicht angegeben',
    added: 'Hinzugefügt {{when}}',
    renew: 'Token erneuern',
    renewTitle: 'Neue Token für {{name}}',
    renewHint: 'Die Datensätze und Einstellungen des Kontos bleiben, wie sie sind.',
    cancel: 'Abbrechen',
    ownerTitle: 'Gehören diese Token {{owner}}?',
    ownerHint:
      'Die Token sagen nicht, wem sie gehören. Dieses Konto bei {{host}} enthält die Datensätze und ausstehenden Änderungen von {{owner}}. Mit den Token einer anderen Person würden diese Änderungen unter falschem Namen gesendet.',
    ownerVariables:
      'Die Token kommen aus der Umgebung dieses Computers und sagen nicht, wem sie gehören. Das Konto bei {{host}} enthält die Datensätze und ausstehenden Änderungen von {{owner}}. Bis Sie bestätigen, wird kein Datensatz geöffnet und keine Änderung gesendet. Gehören sie jemand anderem, melden Sie sich stattdessen unten an.',
    ownerSame: 'Sie gehören {{owner}}',
    ownerOther: 'Als weiteres Konto hinzufügen',
    ownerUnknown: 'der Person, die hier am {{when}} angemeldet wurde',
    failedTitle: 'Das Konto konnte nicht geöffnet werden.',
    failedSafe: 'Es wurde nichts gelöscht.',
    tryAgain: 'Erneut versuchen',
    keyHint:
      'Wenn sich der Schlüsselbund des Systems geändert hat, stellen Sie ihn wieder her und versuchen Sie es erneut. Andernfalls können Sie ohne die alten Dateien weitermachen.',
    moveAway: 'Alte Dateien beiseitelegen und neu beginnen',
    moveAwayQuestion: 'Dateien von {{name}} beiseitelegen?',
    moveAwayRecords: 'Die Datensätze werden neu vom Dienst heruntergeladen.',
    moveAwayUnsent:
      'Ausstehende Änderungen bleiben in den alten Dateien. Sie sind nur mit dem alten Schlüssel lesbar.',
    moveAwayKept:
      'Es wird nichts gelöscht. Die alten Dateien kommen in einen eigenen Ordner auf diesem Computer, mit dem Datum im Namen.',
    moveAwayYes: 'Beiseitelegen und neu beginnen',
    moveAwayNo: 'Dateien behalten',
    baseUrl: 'Basisadresse',
    baseUrlHelp: 'Zum Beispiel clinic.example.org',
    accessToken: 'Zugriffstoken',
    jwt: 'JWT',
    userId: 'Ihre Benutzer-ID',
    userIdHelp: 'Beginnt mit user_. Optional.',
    userIdHint: 'Aus dem JWT gelesen und nicht geprüft. Ändern Sie sie, wenn es nicht Ihre ist.',
    signIn: 'Anmelden',
    signingIn: 'Anmeldung läuft',
    save: 'Token speichern',
    saving: 'Token werden gespeichert',
    summary_one: 'Ein Feld braucht Ihre Aufmerksamkeit:',
    summary_other: '{{count, number}} Felder brauchen Ihre Aufmerksamkeit:',
    wrong: {
      baseUrlEmpty: 'Geben Sie die Basisadresse ein.',
      baseUrl:
        'Geben Sie den Hostnamen des Dienstes ein, zum Beispiel clinic.example.org. Die Verbindung ist immer https.',
      accessTokenEmpty: 'Geben Sie das Zugriffstoken ein.',
      jwtEmpty: 'Geben Sie das JWT ein.',
      token: 'Ein Token hat keine Leerzeichen, Zeilenumbrüche oder Sonderzeichen.',
      userId: 'Eine Benutzer-ID beginnt mit user_ und hat keine Leerzeichen.',
    },
  },
  settings: {
    appearance: 'Darstellung',
    theme: 'Farbschema',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel', contrast: 'Hoher Kontrast' },
    density: 'Zeilen',
    densities: { comfortable: 'Geräumig, zwei Zeilen', compact: 'Kompakt, eine Zeile' },
    languageTitle: 'Sprache',
    language: 'Sprache von Intray',
    languageSystem: 'Wie das System ({{language}})',
    languageUnreviewed: '{{language}} (nicht muttersprachlich geprüft)',
    languageUnshown: {
      catalog:
        'Die Texte für {{language}} konnten nicht geladen werden, daher ist Intray auf Englisch. Starten Sie Intray neu; wenn das nicht hilft, installieren Sie es neu.',
      letters:
        'Dieser Computer hat keine Schrift mit den Buchstaben der gewählten Sprache, daher ist Intray auf Englisch. Installieren Sie eine, zum Beispiel Noto Sans Arabic, und starten Sie Intray neu.',
    },
    languageHelp:
      'Texte des Dienstes bleiben in der Sprache, in der sie geschrieben wurden. Datumsfelder ändern sich mit dem nächsten Start von Intray.',
    timesTitle: 'Zeiten',
    timeZone: 'Zeitzone',
    timeZoneHelp: 'Alle Tage und Zeiten werden in dieser Zeitzone gezeigt.',
    timeZoneSystem: 'Wie das System ({{zone}})',
    timeZoneShow: 'Zeitzonen anzeigen',
    startTitle: 'Beim Start',
    openAtStart: 'Öffnen',
    opens: { last: 'Das zuletzt verwendete Konto', demo: 'Die Demo-Klinik', ask: 'Jedes Mal fragen' },
    about: 'Über Intray',
    version: 'Version',
    host: 'Läuft mit',
    hosts: { electron: 'Electron', 'stand-in': 'Systembrowser (Ersatzprogramm)' },
    platform: 'Betriebssystem',
    notSaved: 'Die Einstellung wurde nicht gespeichert.',
  },
} as const satisfies Translation<typeof english.accountAndSettingsTexts>;

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

/** Strings of the setting for the size of texts, in German. */
export const textSizeTexts = {
  undoTime: {
    title: 'Rückgängig machen',
    label: 'Zeit zum Rückgängigmachen',
    seconds_one: '{{count, number}} Sekunde',
    seconds_other: '{{count, number}} Sekunden',
    help: 'So lange warten eine Prüfung, eine Freigabe und eine Veröffentlichung auf diesem Computer, bevor sie gesendet werden, damit sie sich rückgängig machen lassen. Sie bleiben auch erhalten, wenn Intray inzwischen gesperrt oder beendet wird, und werden danach gesendet.',
  },
  textSize: {
    label: 'Textgröße',
    percent: '{{percent}} %',
    other: '{{size}}, im Menü „Ansicht“ gewählt',
    help: 'Alles im Fenster wird damit größer oder kleiner, wie mit dem Zoom im Menü „Ansicht“. Nach einem Neustart bleibt es so.',
  },
} as const satisfies Translation<typeof english.textSizeTexts>;

/** Strings of exporting and importing the local store of an account, in German. */
export const exportAndImportTexts = {
  transfer: {
    export: 'Exportieren',
    exportNamed: 'Lokale Daten von {{name}} exportieren',
    import: 'Importieren',
    importNamed: 'Lokale Daten in {{name}} importieren',
    exportTitle: 'Lokale Daten von {{name}} exportieren',
    exportAll: 'Alle Konten exportieren',
    exportAllTitle: 'Lokale Daten aller Konten exportieren',
    exportAllFiles:
      'Jedes Konto erhält eine eigene Datei, mit der ID des Kontos im Namen. Ein Konto, dessen Dateien jetzt nicht gelesen werden können, etwa weil es gesperrt ist, wird ausgelassen.',
    exportLead:
      'Die Datei enthält, was nur auf diesem Computer ist: Änderungen, die nicht beim Dienst sind, Entwürfe, Namen, Notizen, Ansichten und Erinnerungen. Datensätze und PDFs des Dienstes sind nicht darin. Speichern Sie vorher, was Sie in einem Editor oder in anderen Feldern eingegeben haben: Ein Import bringt es nicht zurück.',
    exportWarning:
      'Nur diese Passphrase öffnet die Datei, und niemand kann sie wiederherstellen. Dieselbe Person importiert die Datei auf diesem oder einem anderen Computer.',
    importTitle: 'Lokale Daten in {{name}} importieren',
    importLead:
      'Die Datei muss von derselben Adresse und derselben Person stammen. Nach Anforderungen, Veröffentlichungen und Prüfungen darin wird zuerst beim Dienst gesucht; nur Sie senden sie erneut.',
    confirmUser:
      'Es ist nicht bekannt, ob diese Datei von der Person dieses Kontos stammt. Kreuzen Sie das Kästchen an, wenn ja.',
    sameUser: 'Die Datei wurde von der Person dieses Kontos exportiert',
    passphrase: 'Passphrase',
    again: 'Dieselbe Passphrase noch einmal',
    tooShort: 'Mindestens {{least, number}} Zeichen.',
    differs: 'Die beiden Passphrasen sind verschieden.',
    choosePlace: 'Ort wählen und exportieren',
    exporting: 'Wird exportiert und geprüft',
    chooseFile: 'Datei wählen und importieren',
    importing: 'Wird importiert',
    cancel: 'Abbrechen',
    close: 'Schließen',
    exportedTitle: 'Exportiert und geprüft',
    exportedTo: 'Die Datei {{file}} wurde zurückgelesen, entschlüsselt und verglichen.',
    exportedNoFile: 'Kein Konto hat lokale Daten, die gelesen werden können.',
    exportedNothing: 'Alle Änderungen sind beim Dienst.',
    exportedChanges_one: 'Eine Änderung darin ist nicht beim Dienst.',
    exportedChanges_other: '{{count, number}} Änderungen darin sind nicht beim Dienst.',
    importedTitle: 'Importiert',
    importedChanges_one: 'Eine Änderung wurde dem Ausgang hinzugefügt.',
    importedChanges_other: '{{count, number}} Änderungen wurden dem Ausgang hinzugefügt.',
    importedUncertain_one: 'Eine ist möglicherweise beim Dienst angekommen und wird gesucht.',
    importedUncertain_other:
      '{{count, number}} sind möglicherweise beim Dienst angekommen und werden gesucht.',
    importedKnown_one: 'Eine war schon hier und wurde übersprungen.',
    importedKnown_other: '{{count, number}} waren schon hier und wurden übersprungen.',
    importedDiffering_one:
      'Eine davon wartet hier mit anderem Inhalt. Behalten Sie die Datei, bis diese gesendet ist.',
    importedDiffering_other:
      '{{count, number}} davon warten hier mit anderem Inhalt. Behalten Sie die Datei, bis diese gesendet sind.',
    importedOthers_one: 'Ein anderer Eintrag wurde hinzugefügt.',
    importedOthers_other: '{{count, number}} andere Einträge wurden hinzugefügt.',
    exportUnsent: 'Nicht gesendete Änderungen exportieren',
    unsentExported: 'Alle sind exportiert, und jede Datei wurde zurückgelesen und verglichen: {{files}}',
    confirmExported: 'Löschen und den Export behalten',
  },
} as const satisfies Translation<typeof english.exportAndImportTexts>;

/** Strings of signing out, removing accounts and wiping, in German. */
export const accountRemovalTexts = {
  removal: {
    start: { 'sign-out': 'Abmelden', remove: 'Entfernen', wipe: 'Alle Konten entfernen' },
    startNamed: {
      'sign-out': 'Von {{name}} abmelden',
      remove: '{{name}} entfernen',
      wipe: 'Alle Konten entfernen',
    },
    question: {
      'sign-out': 'Von {{name}} abmelden?',
      remove: '{{name}} von diesem Computer entfernen?',
      wipe: 'Alle Konten von diesem Computer entfernen?',
    },
    goes: {
      'sign-out':
        'Token, Schlüssel und alle Datensätze, PDFs, Namen, Notizen und Entwürfe dieses Kontos werden von diesem Computer gelöscht. Adresse und Benutzer bleiben für die nächste Anmeldung in der Liste.',
      remove:
        'Token, Schlüssel und alle Datensätze, PDFs, Namen, Notizen und Entwürfe dieses Kontos werden von diesem Computer gelöscht. Es verschwindet auch aus der Liste der Konten.',
      wipe: 'Token, Schlüssel und alle Datensätze, PDFs, Namen, Notizen und Entwürfe aller Konten werden von diesem Computer gelöscht. Die Liste der Konten ist dann leer. Einstellungen bleiben.',
    },
    service:
      'Beim Dienst wird nichts gelöscht. Dateien, die Sie anderswo gespeichert oder gedruckt haben, bleiben dort.',
    looking: 'Nicht gesendete Änderungen werden gesucht',
    nothingUnsent: 'Alle Änderungen sind beim Dienst.',
    unsent_one: 'Eine Änderung ist nicht beim Dienst.',
    unsent_other: '{{count, number}} Änderungen sind nicht beim Dienst.',
    tick_one:
      'Um das Konto ohne sie zu löschen, exportieren Sie sie, oder kreuzen Sie sie an, um sie zu verwerfen.',
    tick_other:
      'Um das Konto ohne sie zu löschen, exportieren Sie sie, oder kreuzen Sie jede an, um sie zu verwerfen.',
    unsentList: 'Änderungen, die nicht beim Dienst sind',
    unsentElsewhere_one: '{{name}}: Eine Änderung ist nicht beim Dienst.',
    unsentElsewhere_other: '{{name}}: {{count, number}} Änderungen sind nicht beim Dienst.',
    oneByOne:
      'Exportieren Sie alle Konten, oder entfernen Sie ein Konto mit nicht gesendeten Änderungen zuerst für sich.',
    openFirst: 'Öffnen Sie das Konto, um sie zu senden.',
    decideFirst: 'Sie wird erst gesendet, wenn Sie unter Aktivität darüber entschieden haben.',
    mayHaveArrived:
      'Möglicherweise beim Dienst angekommen: Entscheiden Sie zuerst unter Aktivität darüber, oder exportieren Sie sie.',
    unreadable:
      'Kein Schlüssel öffnet die Dateien von {{name}}. Nicht gesendete Änderungen darin lassen sich nicht auflisten und gingen verloren.',
    oldFiles_one:
      '{{name}}: Eine alte Datei mit Änderungen wurde beiseitegelegt oder ersetzt. Nicht gesendete Änderungen darin lassen sich nicht auflisten und gingen verloren.',
    oldFiles_other:
      '{{name}}: {{count, number}} alte Dateien mit Änderungen wurden beiseitegelegt oder ersetzt. Nicht gesendete Änderungen darin lassen sich nicht auflisten und gingen verloren.',
    locked:
      '{{name}} ist mit seiner PIN gesperrt und bleibt. Nicht gesendete Änderungen lassen sich nicht auflisten.',
    unlockFirst:
      'Öffnen Sie es mit seiner PIN, dann kann es entfernt werden. Sind PIN und Wiederherstellungscode verloren, kann die Administration dieses Computers es entfernen.',
    acceptUnreadable: 'Dateien löschen, obwohl nicht bekannt ist, was darin nicht gesendet wurde',
    sendNow: 'Jetzt senden',
    sending: 'Wird gesendet',
    confirm: { 'sign-out': 'Abmelden und löschen', remove: 'Löschen und entfernen', wipe: 'Alle löschen' },
    confirmDiscard_one: 'Eine Änderung verwerfen und löschen',
    confirmDiscard_other: '{{count, number}} Änderungen verwerfen und löschen',
    deleting: 'Wird gelöscht',
    keep: 'Alles behalten',
    doneTitle: {
      'sign-out': 'Sie sind von {{name}} abgemeldet.',
      remove: '{{name}} wurde von diesem Computer entfernt.',
      wipe_one: 'Ein Konto wurde von diesem Computer entfernt.',
      wipe_other: '{{count, number}} Konten wurden von diesem Computer entfernt.',
    },
    doneHint:
      'Geprüft: {{files, number}} Dateien und Ordner sind weg, ebenso Schlüssel und Token im Schlüsselbund. Der Beleg steht im Zugriffsprotokoll.',
    doneHintNoKeychain:
      'Geprüft: {{files, number}} Dateien und Ordner sind weg. Kein Schlüsselbund war erreichbar: Falls dieser Computer einen hat, kann er die Token noch enthalten. Der Beleg steht in removals.json im Datenordner.',
    doneForeign_one: 'Eine Datei, die Intray nicht angelegt hat, blieb zurück.',
    doneForeign_other: '{{count, number}} Dateien, die Intray nicht angelegt hat, blieben zurück.',
    dismiss: 'Schließen',
  },
} as const satisfies Translation<typeof english.accountRemovalTexts>;
