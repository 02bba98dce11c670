import type { Kind } from '#contract/ids.ts';

/** How kinds are named on the command line. */
export const KIND_LABELS = ['forms', 'requisitions', 'notifications'] as const;
export type KindLabel = (typeof KIND_LABELS)[number];

const KIND_OF: Readonly<Record<KindLabel, Kind>> = {
  forms: 'form',
  requisitions: 'requisition',
  notifications: 'notification',
};

const LABEL_OF_KIND: Readonly<Record<Kind, KindLabel>> = {
  form: 'forms',
  requisition: 'requisitions',
  notification: 'notifications',
};

export function getKind(word: KindLabel): Kind {
  return KIND_OF[word];
}

export function toLabel(kind: Kind): KindLabel {
  return LABEL_OF_KIND[kind];
}
