import type { Translation } from '../translation.ts';
import type * as english from '../en/computer-check.ts';

/** What the check of this computer finds, and what can be done about it, in German. */
export const computerCheckTexts = {
  failed: 'Die Prüfung selbst ist fehlgeschlagen.',
  noEngine: 'In {{folder}} konnte die Prüfung ihren Arbeitsprozess nicht starten ({{code}}).',
  noEngineAdvice: 'Schaffen Sie dort Platz, oder geben Sie diesem Benutzerkonto dort Schreibrechte.',
  policy: {
    none: 'Keine ({{file}}).',
    applies: '{{file}} gilt.',
    unusable: '{{file}} kann nicht verwendet werden: {{problems}}.',
    problemAt: 'Zeile {{line}}: {{reason}}',
    lastGood: 'Die letzte brauchbare Richtlinie gilt weiter.',
    strict:
      'Solange sie nicht verwendet werden kann, werden PDFs weder gespeichert noch gedruckt, und es wird nichts aktualisiert.',
    lock: 'Ein Fenster wird spätestens nach {{time}} ohne Eingabe gesperrt.',
    pin: 'In einem Fenster braucht jedes Konto eine PIN.',
    advice: 'Die Administration muss die Datei oder ihre Rechte berichtigen.',
  },
  folder: {
    notMade: '{{folder}} (noch nicht angelegt)',
    free: '{{place}}; {{megabytes, number}} MB frei.',
    full: '{{place}}; der Datenträger ist voll ({{megabytes, number}} MB frei).',
    fullAdvice: 'Schaffen Sie Platz; es kann nichts gespeichert werden.',
    littleAdvice: 'Schaffen Sie Platz, bevor der Datenträger voll ist.',
    network: '{{place}}; auf einem Netzwerk-Dateisystem ({{kind}}).',
    onServer: '{{place}}; auf einem Server.',
    networkAdvice:
      'Dateisperren und das Schreiben auf den Datenträger sind dort nicht verlässlich. Legen Sie den Datenordner auf einen Datenträger dieses Computers (--data-dir).',
    unsafe:
      '{{place}} könnte von anderen Personen an diesem Computer geändert werden ({{risk}}), daher verwendet Intray ihn nicht.',
    unsafeAdvice:
      'Entziehen Sie der Gruppe und anderen die Rechte (chmod -R go= unter Linux und macOS), übertragen Sie den Ordner auf dieses Benutzerkonto, und nennen Sie seinen eigenen Pfad, keine Verknüpfung (--data-dir).',
    readable: '{{place}} kann von anderen Personen an diesem Computer gelesen werden: {{names}}.',
    readableAdvice:
      'Entziehen Sie der Gruppe und anderen die Rechte, auch an allem darin (chmod -R go= unter Linux und macOS).',
    unwritable: 'In {{place}} kann nicht geschrieben werden ({{code}}).',
    unwritableAdvice:
      'Geben Sie diesem Benutzerkonto dort Schreibrechte, oder wählen Sie einen anderen Ordner (--data-dir).',
    riskInside: '{{name}}: {{risk}}',
    risk: {
      link: 'eine Verknüpfung',
      'not-a-folder': 'kein Ordner',
      'other-owner': 'gehört jemand anderem',
      'writable-by-others': 'für andere beschreibbar',
    },
  },
  keychain: {
    open: 'Offen.',
    locked: 'Gesperrt ({{detail}}).',
    none: 'Keiner ({{detail}}).',
    lockedReplaced: 'Gesperrt; die Umgebungsvariablen ersetzen ihn.',
    noneReplaced: 'Keiner; die Umgebungsvariablen ersetzen ihn.',
    replacedAdvice: 'Das genügt für den Befehl ohne Fenster.',
    unlockOnLinux:
      'Entsperren Sie den Schlüsselbund der Arbeitsumgebung; nach einer Anmeldung ohne Passwort (mit Fingerabdruck oder automatisch) bleibt er gesperrt.',
    unlockOnMac: 'Entsperren Sie den Schlüsselbund „Anmeldung“ in der Schlüsselbundverwaltung.',
    unlock: 'Entsperren Sie ihn und versuchen Sie es noch einmal.',
    without:
      'Nach dem Schließen des Fensters bleibt nichts gespeichert, und der Befehl braucht diese Variablen: {{names}}.',
  },
  database: {
    unusable: 'Sie kann nicht geöffnet werden ({{error}}).',
    plain: 'Ihre Dateien sind nicht verschlüsselt.',
    encrypted: 'Sie wird in allen Teilen von Intray geöffnet; ihre Dateien sind verschlüsselt.',
    advice: 'Installieren Sie Intray neu; wenn das nicht hilft, senden Sie diesen Bericht an den Support.',
  },
  noAddress: 'Weder ein Konto noch eine Richtlinie nennt eine Adresse.',
  proxy: {
    none: 'Keiner: Der Dienst wird direkt erreicht.',
    unsupported: '{{rule}} kann nicht verwendet werden ({{detail}}).',
    unsupportedAdvice:
      'Intray verwendet http- und https-Proxys ohne Passwort; SOCKS und Proxys mit Passwort werden nicht unterstützt.',
  },
  service: {
    answers: '{{address}} antwortet.',
    notValidNow: 'Das Zertifikat von {{address}} ist zur Uhrzeit dieses Computers nicht gültig ({{detail}}).',
    notValidNowAdvice: 'Wenn die Uhr richtig geht, sagen Sie es der Administration des Dienstes.',
    untrusted: 'Dem Zertifikat von {{address}} kann nicht vertraut werden ({{detail}}).',
    untrustedAdvice:
      'Ein Proxy, der den Datenverkehr prüft, braucht sein Zertifikat im Speicher des Systems; fragen Sie die Netzwerkadministration.',
    unreachable: '{{address}} ist nicht erreichbar ({{detail}}).',
    unreachableAdvice: 'Intray funktioniert offline.',
  },
  clock: {
    unknown: 'Hier {{here}}; der Dienst hat seine Uhrzeit nicht genannt.',
    same: '{{here}}, wie beim Dienst.',
    ahead: 'Hier {{here}}; diese Uhr geht um {{difference}} vor.',
    behind: 'Hier {{here}}; diese Uhr geht um {{difference}} nach.',
    advice: 'Stellen Sie Datum und Uhrzeit dieses Computers, am besten über das Netzwerk.',
  },
  sandbox: {
    notElectron:
      'Intray läuft hier nicht mit Electron, daher wird die Abschottung von Chromium nicht verwendet.',
    off: 'Sie ist durch --no-sandbox abgeschaltet.',
    offAdvice: 'Starten Sie Intray ohne diese Option.',
    system: 'Die des Systems.',
    root: 'Chromium startet nicht für root.',
    rootAdvice: 'Starten Sie Intray mit einem gewöhnlichen Benutzerkonto.',
    helper: 'Mit dem Hilfsprogramm des Pakets.',
    namespaces: 'Mit User Namespaces.',
    forbidden: 'Der Kernel verbietet User Namespaces.',
    noneAllowed: 'Der Kernel lässt keine User Namespaces zu.',
    appArmor: 'AppArmor beschränkt User Namespaces auf Programme mit einem Profil.',
    advice:
      'Installieren Sie Intray aus seinem deb- oder rpm-Paket, das dies einrichtet, oder lassen Sie die Administration chrome-sandbox an root mit dem Modus 4755 geben.',
  },
  printing: {
    noSystem: 'Es ist kein Drucksystem installiert.',
    unreadable: 'Die Liste der Drucker konnte nicht gelesen werden.',
    noPrinter: 'Es wurde kein Drucker gefunden.',
    advice:
      'Listen, Tagesblätter und PDFs können nicht gedruckt werden; fügen Sie in den Einstellungen des Systems einen Drucker hinzu.',
    printers_one: 'Ein Drucker.',
    printers_other: '{{count, number}} Drucker.',
  },
  pdfProgram: {
    system: 'Das des Systems.',
    none: 'Kein Programm öffnet PDFs.',
    noneAdvice:
      '„Öffnen“ funktioniert nicht; PDFs werden im Fenster gezeigt und können gespeichert werden. Installieren Sie ein PDF-Programm.',
  },
} as const satisfies Translation<typeof english.computerCheckTexts>;
