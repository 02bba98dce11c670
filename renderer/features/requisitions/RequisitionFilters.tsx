import { Group } from 'react-aria-components/Group';
import { useStore } from 'zustand';
import { REQUISITION_TYPES, type RequisitionFilter } from '#contract/requisition.ts';
import type { List } from '#renderer/state/list.ts';
import { useText } from '#renderer/text/text.ts';
import { ChipGroup } from '#renderer/ui/Chip.tsx';
import { PatientChip } from './PatientChip.tsx';
import { TypeIcon } from './TypeWord.tsx';

interface RequisitionFiltersProps<R> {
  readonly list: List<RequisitionFilter, R>;
}

/** The filters of the service's list (section 4.2 of its document), one press each. */
export function RequisitionFilters<R>({ list }: RequisitionFiltersProps<R>) {
  const text = useText();
  const filter = useStore(list.store, (state) => state.filter);
  const types = REQUISITION_TYPES.map((value) => ({
    value,
    label: text(`requisition.type.${value}`),
    icon: <TypeIcon type={value} size={14} />,
  }));
  const sharing = [
    { value: 'shared', label: text('filter.shared') },
    { value: 'held', label: text('filter.notShared') },
  ] as const;
  const chosenSharing = { true: 'shared', false: 'held' } as const;

  return (
    <Group className="list-chips" aria-label={text('list.filters')}>
      <ChipGroup
        label={text('filter.type')}
        choices={types}
        chosen={filter.type ?? null}
        onChoose={(type) => list.setFilter({ ...filter, type: type ?? undefined })}
      />
      <ChipGroup
        label={text('filter.sharing')}
        choices={sharing}
        chosen={filter.shareWithPatient === undefined ? null : chosenSharing[`${filter.shareWithPatient}`]}
        onChoose={(value) =>
          list.setFilter({ ...filter, shareWithPatient: value === null ? undefined : value === 'shared' })
        }
      />
      <PatientChip
        patient={filter.patient ?? null}
        onChoose={(patient) => list.setFilter({ ...filter, patient: patient ?? undefined })}
      />
    </Group>
  );
}
