import type { EventPayload } from '#contract/api.ts';

type Kinds = EventPayload<'newNotifications'>['kinds'];

/** One and several alerts about a kind of object. A kind that nobody knows is not named: its name is the service's to choose. */
const WORDS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  appointment: ['appointment', 'appointments'],
  message: ['message', 'messages'],
  requisition: ['requisition', 'requisitions'],
  form: ['form', 'forms'],
  prescription: ['prescription', 'prescriptions'],
};
const OTHER = ['other', 'other'] as const;

function counted(count: number, [one, several]: readonly [string, string]): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** How many there are of all kinds together. */
export function getTotal(kinds: Kinds): number {
  return kinds.reduce((sum, { count }) => sum + count, 0);
}

/** How many have come, for example `3 new alerts`. */
export function newNotificationsTitle(kinds: Kinds): string {
  return counted(getTotal(kinds), ['new alert', 'new alerts']);
}

/** How many of which kind, for example `2 appointments, 1 message`. Never a name, a title or a text. */
export function newNotificationKinds(kinds: Kinds): string {
  const known = kinds.flatMap(({ about, count }) => {
    const words = Object.hasOwn(WORDS, about) ? WORDS[about] : undefined;
    return words === undefined ? [] : [counted(count, words)];
  });
  const others = getTotal(kinds.filter(({ about }) => !Object.hasOwn(WORDS, about)));
  return [...known, ...(others === 0 ? [] : [counted(others, OTHER)])].join(', ');
}

/** What a notice says when the service no longer accepts the sign-in. */
export const SIGN_IN_NOTICE = {
  title: 'Intray is signed out',
  body: 'Nothing is fetched or sent until new tokens are entered. What is on this desk stays readable.',
} as const;
