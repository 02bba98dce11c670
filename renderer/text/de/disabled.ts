import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/disabled.ts';

/** Why a button cannot act now, in German. */
export const disabledTexts = {
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
    marking: 'Mitteilungen werden gerade markiert.',
    counting: 'Die Mitteilungen wurden noch nicht gezählt.',
    removalFirst: 'Entscheiden Sie zuerst über alles, was verloren ginge.',
  },
} as const satisfies Translation<typeof english.disabledTexts>;
