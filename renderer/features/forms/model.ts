import type { FormState, UsableBy } from '#contract/form.ts';
import type { MarkShape } from '#renderer/ui/StatusMark.tsx';

/** The marks of how a form stands. */
export const FORM_SHAPES: Readonly<Record<FormState, MarkShape>> = {
  never_published: 'ring',
  published: 'filled',
  unpublished_changes: 'half',
};

/** The sets that restrict who may use a form. */
export const USER_SETS = ['medicalCenters', 'specializations', 'peerGroups', 'individuals'] as const;
export type UserSet = (typeof USER_SETS)[number];

/** The sets that hold somebody. */
export function restrictions(
  usableBy: UsableBy,
): readonly { readonly set: UserSet; readonly ids: readonly string[] }[] {
  return USER_SETS.map((set) => ({ set, ids: usableBy[set] })).filter(({ ids }) => ids.length > 0);
}
