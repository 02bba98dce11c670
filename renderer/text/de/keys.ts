import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/keys.ts';

/** Strings of the keyboard shortcuts, in German. */
export const keyTexts = {
  keys: {
    title: 'Tastenkürzel',
    close: 'Schließen',
    hint: 'Kürzel aus einem einzelnen Buchstaben sind beim Tippen aus. Drücken Sie eine Taste in der Liste, um sie zu ändern; die des Menüs bleiben, wie sie sind.',
    single: 'Kürzel aus einem Buchstaben',
    singleOn: 'Ein',
    singleOff: 'Aus: nur Tasten mit Strg und benannte Tasten wie F5',
    change: 'Taste ändern: {{command}} {{keys}}',
    press: 'Taste drücken: {{command}}. Esc bricht ab.',
    pressShort: 'Taste drücken',
    none: 'Keine Taste',
    reserved: 'Diese Taste kann nicht verwendet werden.',
    taken: 'Schon vergeben: {{command}}',
    reset: 'Ursprüngliche Tasten wiederherstellen',
    names: {
      Ctrl: 'Strg',
      Shift: 'Umschalt',
      Enter: 'Eingabe',
      Escape: 'Esc',
      Insert: 'Einfg',
      Delete: 'Entf',
      Backspace: 'Rücktaste',
      Home: 'Pos1',
      End: 'Ende',
      PageUp: 'Bild auf',
      PageDown: 'Bild ab',
    },
    groups: {
      move: 'In einer Liste',
      record: 'Mit einem Datensatz',
      go: 'Gehe zu',
      app: 'Intray',
      editor: 'In einem Editor',
      pdf: 'In einem PDF',
    },
    editor: { save: 'Speichern', leave: 'Schließen; Ihre Eingaben bleiben als Entwurf' },
    pdf: { find: 'Im PDF suchen', next: 'Nächster Treffer', previous: 'Vorheriger Treffer' },
  },
} as const satisfies Translation<typeof english.keyTexts>;
