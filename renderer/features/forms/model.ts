import type { Form, FormRow, UsableBy } from '#contract/form.ts';
import type { MarkShape } from '#renderer/ui/StatusMark.tsx';

/** How a form stands: never shown to a patient, as published, or edited since. */
export type FormStanding = 'never' | 'published' | 'pending';

export const FORM_SHAPES: Readonly<Record<FormStanding, MarkShape>> = {
  never: 'ring',
  published: 'filled',
  pending: 'half',
};

/** How a form stands (service's document, section 2.2: a new form has empty version fields). */
export function formStanding(form: Pick<FormRow, 'published' | 'hasUnpublishedChanges'>): FormStanding {
  if (!form.published) return 'never';
  return form.hasUnpublishedChanges ? 'pending' : 'published';
}

/** The same for a whole form. */
export function standingOf(form: Form): FormStanding {
  return formStanding({ ...form, published: form.publishedVersion !== '' });
}

const SETS = ['medicalCenters', 'specializations', 'peerGroups', 'individuals'] as const;

/** The sets that restrict a form and hold somebody. */
export function restrictions(
  usableBy: UsableBy,
): readonly { readonly set: (typeof SETS)[number]; readonly ids: readonly string[] }[] {
  return SETS.map((set) => ({ set, ids: usableBy[set] })).filter(({ ids }) => ids.length > 0);
}
