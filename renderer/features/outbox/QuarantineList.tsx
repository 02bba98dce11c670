import type { QuarantinedResource } from '#contract/outbox.ts';
import { IdValue } from '#renderer/shared/ids/IdMenu.tsx';
import { ObjectListTable } from '#renderer/shared/record/FieldValue.tsx';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import { DateTime } from '#renderer/shared/record/date-time.tsx';
import { SCREEN_BY_KIND } from '#renderer/state/navigation/view.ts';
import { useText } from '#renderer/text/text.ts';
import { SectionLead, Section } from '#renderer/ui/Section.tsx';

/** Records of the service that could not be stored, each with the reason. */
export function QuarantineList({ quarantined }: { readonly quarantined: readonly QuarantinedResource[] }) {
  const text = useText();
  const [shown, more] = useEntriesWithShowMoreButton(quarantined);
  return (
    <Section level={2} title={text('activity.quarantineTitle')} count={quarantined.length}>
      <SectionLead>{text('activity.quarantineLead')}</SectionLead>
      <ObjectListTable
        parts={shown}
        columns={[
          {
            label: text('activity.quarantine.kind'),
            width: 'narrow',
            renderCell: ({ kind }) => text(`screen.${SCREEN_BY_KIND[kind]}`),
          },
          {
            label: text('activity.quarantine.reason'),
            renderCell: ({ reason }) => text(`activity.quarantine.reasons.${reason}`),
          },
          { label: text('activity.quarantine.id'), renderCell: ({ id }) => <IdValue id={id} /> },
          {
            label: text('activity.quarantine.seenAt'),
            width: 'narrow',
            renderCell: ({ seenAt }) => <DateTime at={seenAt} />,
          },
        ]}
      />
      {more}
    </Section>
  );
}
