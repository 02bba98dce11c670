import type { Translation } from '../translation.ts';
import type * as english from '../en/errors.ts';

/** One sentence for each error code, in German. */
export const errorTexts = {
  error: {
    offline: 'Der Dienst ist nicht erreichbar. Was auf diesem Computer ist, bleibt lesbar.',
    timeout: 'Der Dienst hat zu lange nicht geantwortet. Versuchen Sie es gleich noch einmal.',
    unauthorised:
      'Der Dienst akzeptiert diese Anmeldung nicht mehr. Geben Sie neue Token ein, um weiter zu synchronisieren.',
    forbidden: 'Dieses Konto darf das nicht. Wenden Sie sich an die Administration des Dienstes.',
    'not-found': 'Dieser Datensatz ist weder beim Dienst noch auf diesem Computer vorhanden.',
    rejected: 'Der Dienst hat die Anfrage nicht angenommen.',
    'rate-limited': 'Der Dienst bittet um eine Pause. Intray versucht es von selbst noch einmal.',
    'server-error': 'Beim Dienst ist eine Störung aufgetreten. Versuchen Sie es später noch einmal.',
    'bad-payload':
      'Der Dienst hat eine Antwort gesendet, die Intray nicht lesen kann. Hier wurde nichts geändert.',
    'too-large': 'Die Antwort des Dienstes ist größer, als Intray annimmt. Hier wurde nichts geändert.',
    'list-doubted':
      'Die Liste des Dienstes ändert sich ständig, oder es fehlen darin Datensätze, die hier bekannt sind. Deswegen wurde nichts entfernt.',
    'list-endless':
      'Die Liste des Dienstes nimmt kein Ende. Intray liest sie nicht weiter: was empfangen wurde, bleibt erhalten, nichts wurde entfernt, und die nächste Aktualisierung versucht es wieder. Sagen Sie es der Administration des Dienstes.',
    cancelled: 'Vor dem Ende angehalten. Was empfangen wurde, bleibt erhalten.',
    redirected:
      'Die Adresse leitet Anfragen an eine andere Stelle weiter. Intray folgt nicht, damit kein Token nach außen gelangt. Prüfen Sie die Basisadresse.',
    certificate:
      'Dem Zertifikat des Dienstes kann nicht vertraut werden. Wenden Sie sich an die Netzwerkadministration.',
    'proxy-unsupported':
      'Das Netzwerk verlangt eine Art von Proxy, die Intray nicht unterstützt. Wenden Sie sich an die Netzwerkadministration.',
    'invalid-input': 'Ein Teil der Eingabe ist ungültig.',
    'insecure-address': 'Die Basisadresse muss eine https-Adresse mit einem Hostnamen und ohne Pfad sein.',
    'refused-sender': 'Die Anfrage kam nicht aus einem Fenster von Intray.',
    'not-signed-in': 'Es ist kein Konto geöffnet. Melden Sie sich zuerst an.',
    'keychain-locked':
      'Der Schlüsselbund dieses Computers ist gesperrt. Entsperren Sie ihn und versuchen Sie es noch einmal.',
    'keychain-unavailable':
      'Dieser Computer hat keinen Schlüsselbund; nach dem Beenden von Intray ist daher nichts gespeichert.',
    'key-missing':
      'Die Datensätze dieses Kontos sind auf diesem Computer, aber der Schlüssel, der sie öffnet, ist nicht im Schlüsselbund. Es wurde nichts gelöscht.',
    'key-mismatch':
      'Die Datensätze dieses Kontos sind auf diesem Computer, aber der Schlüssel öffnet sie nicht. Es wurde nichts gelöscht.',
    'key-fits': 'Der Schlüssel öffnet die Datensätze dieses Kontos. Es wurde nichts verschoben.',
    'another-user':
      'Diese Token gehören einer anderen Person als dieses Konto. Mit ihnen wurde nichts gesendet. Fügen Sie sie als weiteres Konto hinzu.',
    'user-unconfirmed':
      'Es ist nicht bestätigt, dass diese Token der Person dieses Kontos gehören. Bis dahin wird nichts gesendet und nichts angezeigt.',
    'account-mismatch':
      'Die Liste der Konten auf diesem Computer nennt eine andere Adresse oder Person als die, mit der dieses Konto angemeldet wurde. Es wurde nichts gesendet. Melden Sie sich mit der richtigen Adresse neu an.',
    'sign-in-paused':
      'Eine andere Anmeldung läuft, oder mehrere sind nacheinander fehlgeschlagen. Warten Sie eine Minute und versuchen Sie es noch einmal.',
    'sign-in-cancelled':
      'Die Anmeldung wurde abgebrochen. Es wurde nichts gesendet, und keine Token wurden gespeichert.',
    'foreign-folder':
      'Dieser Ordner enthält Dateien, die Intray nicht angelegt hat. Wählen Sie für die Daten von Intray einen leeren Ordner; in diesem wurde nichts geändert.',
    'unsafe-folder':
      'Andere Personen an diesem Computer könnten den Datenordner ändern: Er ist eine Verknüpfung, gehört jemand anderem oder ist für andere beschreibbar. Es wurde nichts darin geändert. Entziehen Sie anderen das Schreibrecht oder wählen Sie einen anderen Ordner.',
    'not-a-folder':
      'Was als Datenordner gewählt wurde, ist eine Datei oder liegt in einer. Wählen Sie einen Ordner.',
    held: 'Ein anderes Intray verwendet diesen Datenordner.',
    'policy-refused': 'Die Administration dieses Computers erlaubt das nicht.',
    'check-failed':
      'Etwas, das Intray braucht, funktioniert auf diesem Computer nicht. Der Bericht sagt, was getan werden kann.',
    'clock-unconfirmed':
      'Es wurde nichts entfernt, weil die Uhr dieses Computers falsch gehen könnte: Der Dienst nannte eine andere Zeit oder keine. Stellen Sie die Uhr und versuchen Sie es noch einmal.',
    'log-altered':
      'Einträge des Zugriffsprotokolls wurden geändert oder fehlen. Sagen Sie es der Administration dieses Computers.',
    'storage-full':
      'Der Datenträger ist voll. Schaffen Sie Platz und versuchen Sie es noch einmal; unvollständige Dateien bleiben nicht zurück.',
    'storage-low':
      'Der Datenträger ist fast voll, deshalb liest Intray keine weiteren Datensätze: der Platz bleibt für Ihre Änderungen. Schaffen Sie Platz; dann liest Intray von selbst weiter.',
    'storage-read-only': 'In den Ordner kann nicht geschrieben werden. Prüfen Sie seine Berechtigungen.',
    'storage-damaged':
      'Die Datei des Zwischenspeichers war beschädigt. Sie wurde unter anderem Namen aufbewahrt, und die Datensätze werden neu abgerufen.',
    'storage-newer':
      'Die Daten wurden von einem neueren Intray geschrieben. Aktualisieren Sie dieses, um sie zu öffnen.',
    'file-unreadable': 'Die Datei kann nicht gelesen werden.',
    'engine-down':
      'Der Teil von Intray, der die Datensätze verwaltet, wurde beendet. Er wird gerade neu gestartet.',
    'link-refused':
      'Der Link zu diesem PDF führt zu einer Adresse, der Intray nicht folgt, oder war zweimal abgelaufen. Sagen Sie es der Administration des Dienstes.',
    'not-a-pdf':
      'Was der Dienst gesendet hat, ist kein PDF. Nichts davon wurde aufbewahrt; versuchen Sie es später noch einmal.',
    'cut-short':
      'Das PDF wurde nicht vollständig empfangen. Es wurde nicht aufbewahrt; versuchen Sie es noch einmal.',
    'no-viewer':
      'Dieser Computer hat kein Programm, das PDFs öffnet. Das PDF kann hier gelesen oder gespeichert werden.',
    'not-opened': 'Dieser Computer konnte die Adresse nicht öffnen. Kopieren Sie sie in einen Browser.',
    'not-printed':
      'Der Computer hat nicht gemeldet, dass gedruckt wurde. Sehen Sie am Drucker nach, bevor Sie es noch einmal versuchen.',
    'needs-you': 'Bevor es weitergeht, ist Ihre Entscheidung nötig. Es ging nichts verloren.',
    'on-its-way': 'Diese Änderung wird gerade gesendet. Versuchen Sie es gleich noch einmal.',
    'changed-since':
      'Es wurde nichts getan, weil dies inzwischen geändert, entschieden oder gesendet wurde, zum Beispiel in einem anderen Fenster. Sehen Sie sich an, wie es jetzt ist.',
    'saved-before':
      'Das wurde schon einmal mit anderem Inhalt gespeichert und inzwischen gesendet. Öffnen Sie den Eintrag und ändern Sie ihn dort. Jetzt wurde nichts gespeichert.',
    'already-found':
      'Dieser Eintrag gehört schon zu einer anderen Ihrer Änderungen. Er kann nicht beides sein. Wählen Sie einen anderen Eintrag, oder senden Sie diese Änderung noch einmal.',
    'unsent-changes':
      'Dieses Konto hat Änderungen, die nicht beim Dienst sind. Senden Sie sie, oder verwerfen Sie jede einzeln. Es wurde nichts gelöscht.',
    'removal-unfinished':
      'Das Entfernen dieses Kontos hat begonnen und ist nicht beendet. Intray setzt es beim nächsten Start fort.',
    locked: 'Dieses Konto ist gesperrt. Entsperren Sie es im Fenster mit seiner PIN.',
    'wrong-pin': 'Diese PIN ist falsch.',
    'weak-pin':
      'Diese PIN ist zu leicht zu erraten. Verwenden Sie 6 bis 32 Ziffern, die keine Reihe wie 123456 bilden und sich nicht wie in 121212 wiederholen.',
    'too-many-tries':
      'Es wurden zu viele falsche PINs eingegeben. Alle 15 Minuten ist ein Versuch möglich; es wurde nichts gelöscht.',
    'wrong-recovery-code':
      'Dieser Wiederherstellungscode öffnet das Konto nicht. Vergleichen Sie ihn mit Ihrer Aufzeichnung.',
    'wrong-passphrase': 'Diese Passphrase öffnet die Datei nicht. Es wurde nichts importiert.',
    'export-damaged':
      'Das ist keine vollständige Exportdatei von Intray, oder sie wurde verändert. Es wurde nichts importiert.',
    'foreign-export':
      'Diese Datei wurde von einer anderen Adresse oder einer anderen Person exportiert. Nur diese kann sie importieren. Es wurde nichts importiert.',
    internal: 'Intray hat einen Fehler gemacht. Es ging nichts verloren; Einzelheiten stehen im Protokoll.',
  },
  errorAtSignIn: {
    offline:
      'Der Dienst ist nicht erreichbar. Prüfen Sie die Basisadresse und das Netzwerk und versuchen Sie es erneut.',
    unauthorised: 'Der Dienst nimmt diese Token nicht an. Prüfen Sie beide und versuchen Sie es erneut.',
  },
  errorSaid: '{{sentence}} Antwort des Dienstes: {{words}}',
} as const satisfies Translation<typeof english.errorTexts>;
