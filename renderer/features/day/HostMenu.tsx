import { useStore } from 'zustand';
import { NamedId } from '#renderer/records/NamedId.tsx';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { idParts } from '#renderer/ui/format.ts';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { byHost } from './model.ts';

const EVERYBODY = 'everybody';

/** Whose appointments are shown: everybody's, or those of one host of the day. */
export function HostMenu() {
  const text = useText();
  const { day, directory } = useStores();
  const { sheet, host } = useStore(day.store);
  const names = useStore(directory.store, (state) => state.names);
  const hosts = byHost(sheet?.appointments ?? []);
  if (hosts.length < 2 && host === null) return null;
  const toLabel = (id: string): string => {
    const end = `…${idParts(id).end}`;
    const name = names.get(id)?.name;
    return id === '' ? text('day.noHost') : name === undefined ? end : `${name} ${end}`;
  };
  const choices = hosts.map(({ host: id, appointments }) => ({
    id: `host ${id}`,
    label: toLabel(id),
    aside: String(appointments.length),
  }));
  return (
    <MenuButton
      label={text('day.host')}
      groups={[
        { label: text('day.host'), choices: [{ id: EVERYBODY, label: text('day.allHosts') }, ...choices] },
      ]}
      chosen={host === null ? [] : [`host ${host}`]}
      onChoose={(id) => day.filterHost(id === EVERYBODY ? null : id.slice('host '.length))}
    >
      {host === null || host === '' ? (
        text(host === null ? 'day.host' : 'day.noHost')
      ) : (
        <NamedId id={host} show="end" />
      )}
    </MenuButton>
  );
}
