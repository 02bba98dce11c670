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
