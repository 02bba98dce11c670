import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/form-editors.ts';

/** Strings of the form editors and of the actions on a form, in German. */
export const formEditorTexts = {
  formEditor: {
    title: { create: 'Neues Formular', edit: 'Formular bearbeiten', ask: 'Patienten anfragen' },
    new: 'Neues Formular',
    edit: 'Bearbeiten',
    ask: 'Patienten anfragen',
    save: { create: 'Formular speichern', edit: 'Änderungen speichern' },
    saveAsk_one: 'Einen Patienten anfragen',
    saveAsk_other: '{{count, number}} Patienten anfragen',
    saveWithdraw_one: 'Eine Anfrage zurückziehen',
    saveWithdraw_other: '{{count, number}} Anfragen zurückziehen',
    saveAskAndWithdraw_one: '{{ask}}, eine Anfrage zurückziehen',
    saveAskAndWithdraw_other: '{{ask}}, {{count, number}} Anfragen zurückziehen',
    needed: 'Ein Name ist erforderlich. Alle anderen Felder sind optional.',
    name: 'Name',
    description: 'Beschreibung',
    descriptionHelp: 'Wonach das Formular fragt.',
    unpublished: 'Was Patienten sehen',
    unpublishedNo: 'Patienten sehen die neueste Version',
    unpublishedYes: 'Die neueste Version hat Änderungen, die Patienten noch nicht sehen können',
    users: 'Wer es verwenden kann',
    everyone: 'Alle',
    some: 'Einige',
    setsGo: 'Die Grenzen unter „Einige“ werden gelöscht, weil alle das Formular verwenden können.',
    setsIdle: 'Die vorhandenen Grenzen wirken nicht, solange alle das Formular verwenden können.',
    otherLimits:
      'Der Dienst begrenzt dieses Formular noch auf andere Weise, die Intray nicht anzeigen kann. Diese Grenze bleibt, außer Sie wählen Alle.',
    sets: {
      medicalCenters: 'Medizinische Zentren',
      specializations: 'Fachrichtungen',
      peerGroups: 'Peergroups',
      individuals: 'Einzelpersonen',
    },
    setsHelp:
      'Wählen Sie nach Name oder ID, oder geben Sie vollständige IDs ein und drücken Sie die Eingabetaste. Trennen Sie mehrere IDs durch Leerzeichen, Kommas oder neue Zeilen.',
    noMatch:
      'Keine bekannte ID passt. Sie können eine vollständige ID eingeben und die Eingabetaste drücken.',
    list: 'Gewählt: {{what}}',
    remove: '{{what}} entfernen',
    refused: {
      prefix: '{{id}} ist eine andere Art von ID: Dieses Feld braucht eine ID, die mit {{prefix}} beginnt.',
      id: '{{id}} ist keine ID. Wählen Sie aus der Liste oder geben Sie die vollständige ID ein: Sie beginnt mit {{prefix}}.',
      idPlain:
        '{{id}} kann keine ID sein: Sie ist zu lang oder enthält Zeichen, die nicht gespeichert werden können.',
      twice: '{{id}} steht schon in der Liste.',
      known: '{{id}} ist schon angefragt.',
      more_one: 'Eine weitere wurde nicht hinzugefügt.',
      more_other: '{{count, number}} weitere wurden nicht hinzugefügt.',
    },
    wrong: {
      missing: {
        name: 'Geben Sie einen Namen ein.',
        ask: 'Wählen Sie mindestens einen Patienten zum Anfragen oder eine Anfrage zum Zurückziehen.',
      },
      'too-long': {
        name: 'Der Name hat {{count, number}} Zeichen. Höchstens 500 sind möglich.',
        description: 'Die Beschreibung hat {{count, number}} Zeichen. Höchstens 65.536 sind möglich.',
      },
      characters: 'Dies enthält Zeichen, die nicht gespeichert werden können.',
      'no-users':
        'Niemand könnte dieses Formular verwenden. Wählen Sie ein medizinisches Zentrum, eine Fachrichtung, eine Peergroup oder eine Person, oder wählen Sie Alle.',
      'only-other-limits':
        'Intray kann kein Formular speichern, das nur Grenzen hat, die es nicht anzeigen kann. Wählen Sie ein medizinisches Zentrum, eine Fachrichtung, eine Peergroup oder eine Person, oder wählen Sie Alle.',
      'too-many': 'Zu viele Einträge. Höchstens 1.000 sind möglich.',
    },
    excluded: {
      certain_one: 'Einer der {{all, number}} schon angefragten Patienten kann es nicht mehr verwenden:',
      certain_other:
        '{{count, number}} der {{all, number}} schon angefragten Patienten können es nicht mehr verwenden:',
      certainAll_one: 'Der eine schon angefragte Patient kann es nicht mehr verwenden:',
      certainAll_other: 'Alle {{count, number}} schon angefragten Patienten können es nicht mehr verwenden:',
      perhaps_one:
        'Einer der {{all, number}} schon angefragten Patienten steht nicht unter den Einzelpersonen:',
      perhaps_other:
        '{{count, number}} der {{all, number}} schon angefragten Patienten stehen nicht unter den Einzelpersonen:',
      perhapsAll_one: 'Der eine schon angefragte Patient steht nicht unter den Einzelpersonen:',
      perhapsAll_other:
        'Keiner der {{count, number}} schon angefragten Patienten steht unter den Einzelpersonen:',
      perhapsWhy:
        'Ob sie es noch verwenden können, hängt von den anderen Grenzen ab. Intray kennt die Mitglieder von medizinischen Zentren, Fachrichtungen und Peergroups nicht.',
    },
    patients: 'Anzufragende Patienten',
    patientsHelp:
      'Das Formular erscheint in ihrem Portal, sobald der Dienst die Anfrage hat. Trennen Sie mehrere IDs durch Leerzeichen, Kommas oder neue Zeilen.',
    before: {
      ended: 'früher angefragt; ausgefüllt, oder die Anfrage wurde zurückgezogen; wird erneut angefragt',
      withdrawn: 'früher angefragt; die Anfrage wurde zurückgezogen; wird erneut angefragt',
    },
    beforeFailed: 'Frühere Anfragen an diese Patienten konnten nicht gelesen werden.',
    askedNow: 'Schon angefragt',
    askedNone: 'Niemand ist gebeten, es auszufüllen.',
    withdraw: 'Anfrage zurückziehen',
    withdrawOf: 'Anfrage zurückziehen: {{who}}',
    keepAsked: 'Anfrage behalten',
    keepAskedOf: 'Anfrage behalten: {{who}}',
    withdrawn: 'Anfrage wird zurückgezogen',
    withdrawAll: 'Alle Anfragen zurückziehen',
    keepAll: 'Alle Anfragen behalten',
    publish: {
      everyone: 'Für alle veröffentlichen',
      people_one: 'Für eine Person veröffentlichen',
      people_other: 'Für {{count, number}} Personen veröffentlichen',
      some: 'Für die veröffentlichen, die es verwenden können',
      noUsers: 'Veröffentlichen (noch kann es niemand verwenden)',
      question: 'Dieses Formular veröffentlichen?',
      what: 'Patienten sehen dann die neueste Version:',
      whatNew: 'Patienten sehen dann die erste Version des Formulars.',
      asked_one: 'Ein Patient ist gebeten, es auszufüllen, und sieht diese Version.',
      asked_other: '{{count, number}} Patienten sind gebeten, es auszufüllen, und sehen diese Version.',
      askedNone: 'Noch ist niemand gebeten, es auszufüllen.',
      before: 'Bis dahin sehen Patienten:',
      beforeNothing: 'Bis dahin sehen Patienten das Formular nicht.',
      unsent_one: 'Eine ausstehende Änderung dieses Formulars wird zuerst gesendet.',
      unsent_other: '{{count, number}} ausstehende Änderungen dieses Formulars werden zuerst gesendet.',
      untilSent: 'Bis zum Senden lässt es sich rückgängig machen, danach nicht mehr.',
      undo: 'Veröffentlichung rückgängig machen',
      undoHint: 'Sie wurde noch nicht gesendet, Patienten sehen sie also nicht.',
      nothing: 'Es gibt nichts zu veröffentlichen: Patienten sehen die neueste Version.',
      no: 'Zurück',
      waits: 'Veröffentlichung: {{state}}',
      waitsHint: 'Schon angestoßen; sie geschieht nur einmal. Öffnet sie unter Aktivität.',
    },
    delete: {
      button: 'Löschen',
      question: 'Dieses Formular löschen?',
      asked_one:
        'Eine offene Anfrage wird zurückgezogen: Das Formular verschwindet aus dem Portal dieses Patienten.',
      asked_other:
        '{{count, number}} offene Anfragen werden zurückgezogen: Das Formular verschwindet aus dem Portal dieser Patienten.',
      askedNone: 'Niemand ist gebeten, es auszufüllen.',
      unsent_one: 'Eine ausstehende Änderung dieses Formulars geht verloren.',
      unsent_other: '{{count, number}} ausstehende Änderungen dieses Formulars gehen verloren.',
      held_one:
        'Eine ausstehende Änderung dieses Formulars wird jetzt nicht gesendet. Sie wird gesendet, wenn Sie das Löschen rückgängig machen.',
      held_other:
        '{{count, number}} ausstehende Änderungen dieses Formulars werden jetzt nicht gesendet. Sie werden gesendet, wenn Sie das Löschen rückgängig machen.',
      local: 'Es ist nur auf diesem Computer und wird sofort gelöscht.',
      service:
        'Es bleibt hier, bis der Dienst es gelöscht hat. Bis zum Senden können Sie das rückgängig machen.',
      yes: 'Formular löschen',
      no: 'Formular behalten',
      undo: 'Löschen rückgängig machen',
      undoFailed: 'Es konnte nicht rückgängig gemacht werden.',
      waits: 'Löschung: {{state}}',
    },
    isDeleted: 'Das Formular ist zum Löschen vorgemerkt. Machen Sie zuerst das Löschen rückgängig.',
    isDeletedOnItsWay: 'Das Formular wird gerade gelöscht.',
  },
} as const satisfies Translation<typeof english.formEditorTexts>;
