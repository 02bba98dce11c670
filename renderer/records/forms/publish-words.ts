import type { UsableBy } from '#contract/form.ts';
import type { Text } from '#renderer/text/text.ts';

/** What the button that publishes is called: it names for whom. */
export function publishText(text: Text, users: UsableBy): string {
  const sets = [users.medicalCenters, users.specializations, users.peerGroups];
  const people = users.individuals.length;
  if (users.usableByAll) return text('formEditor.publish.everyone');
  if (sets.some((set) => set.length > 0)) return text('formEditor.publish.some');
  return people === 0
    ? text('formEditor.publish.nobody')
    : text('formEditor.publish.people', { count: people });
}
