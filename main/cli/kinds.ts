import type { Kind } from '#contract/ids.ts';

/** How kinds are named on the command line. */
export const KIND_WORDS = ['forms', 'requisitions', 'notifications'] as const;
export type KindWord = (typeof KIND_WORDS)[number];

const KIND_OF: Readonly<Record<KindWord, Kind>> = {
  forms: 'form',
  requisitions: 'requisition',
  notifications: 'notification',
};

const WORD_OF: Readonly<Record<Kind, KindWord>> = {
  form: 'forms',
  requisition: 'requisitions',
  notification: 'notifications',
};

export function kindOf(word: KindWord): Kind {
  return KIND_OF[word];
}

export function wordOf(kind: Kind): KindWord {
  return WORD_OF[kind];
}
