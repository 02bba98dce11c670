import { FileLock2, PackageCheck, Printer, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { DaySheet } from '#contract/day.ts';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import type { PrintedDay } from '#renderer/state/day/day-print.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { ButtonWithReason } from '#renderer/ui/ButtonWithReason.tsx';
import { splitId } from '#renderer/ui/format.ts';
import { PackDialog } from './PackDialog.tsx';
import { filterByHost, groupByHost, addDays } from './model.ts';
import styles from './day.module.css';

/** Prepares a day without network: downloads PDFs, prints the day sheets, makes the downtime pack. */
function DayActions({ day: name }: { readonly day: string }) {
  const text = useText();
  const { day } = useStores();
  const { sheet, span, host } = useStore(day.store);
  const isPreparing = useStore(day.prepare.store, ({ phase }) => phase === 'running');
  const { isBusy: isPrinting, printProblem } = useStore(day.print.store);
  const [isPacking, setPacking] = useState(false);
  const shown: PrintedDay | null = sheet === null || span === null ? null : { span, sheet, name };

  function print(): void {
    if (shown === null || isPrinting) return;
    const appointments = filterByHost(shown.sheet.appointments, host);
    void day.print.print({ ...shown, sheet: { ...shown.sheet, appointments } }, false);
  }
  const isEmpty = sheet === null || filterByHost(sheet.appointments, host).length === 0;
  return (
    <div className={styles.dayActions}>
      <Button
        tone="primary"
        icon={<Icon of={PackageCheck} />}
        isDisabled={isPreparing}
        onPress={() => void day.prepare.run()}
      >
        {text('prepare.run')}
      </Button>
      <ButtonWithReason
        icon={<Icon of={Printer} />}
        reason={isEmpty ? text('day.printEmpty') : null}
        onPress={print}
      >
        {text('day.print')}
      </ButtonWithReason>
      <Button icon={<Icon of={FileLock2} />} isDisabled={shown === null} onPress={() => setPacking(true)}>
        {text('pack.open')}
      </Button>
      {printProblem !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(printProblem)}
        </p>
      )}
      {isPacking && shown !== null && <PackDialog day={shown} onClose={() => setPacking(false)} />}
    </div>
  );
}

const ALL_HOSTS = 'everybody';

/** Chooses whose appointments are shown: all, or those of one host. */
function HostMenu() {
  const text = useText();
  const { day, directory } = useStores();
  const { sheet, host } = useStore(day.store);
  const names = useStore(directory.store, (state) => state.names);
  const hosts = groupByHost(sheet?.appointments ?? []);
  if (hosts.length < 2 && host === null) return null;
  const toLabel = (id: string): string => {
    const end = `…${splitId(id).end}`;
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
      size="regular"
      label={text('day.host')}
      groups={[
        { label: text('day.host'), choices: [{ id: ALL_HOSTS, label: text('day.allHosts') }, ...choices] },
      ]}
      chosen={host === null ? [] : [`host ${host}`]}
      onChoose={(id) => day.filterHost(id === ALL_HOSTS ? null : id.slice('host '.length))}
    >
      {host === null || host === '' ? (
        text(host === null ? 'day.host' : 'day.noHost')
      ) : (
        <NamedId id={host} show="end" />
      )}
    </MenuButton>
  );
}

interface DayHeaderProps {
  /** `2026-03-12` */
  readonly day: string;
  readonly today: string;
}

/** The chosen day, how fresh the sheet is, and the available actions. */
export function DayHeader({ day, today }: DayHeaderProps) {
  const text = useText();
  const { wholeDay } = useDateFormat();
  const { sheet, span } = useStore(useStores().day.store);
  return (
    <header className={styles.dayHead}>
      <h1>
        {text('day.title')}
        {span !== null && <span className={styles.dayDate}>{wholeDay(span.from)}</span>}
      </h1>
      <DayChoice day={day} today={today} />
      {sheet !== null && <DaySheetFreshness sheet={sheet} />}
      <DayActions day={day} />
    </header>
  );
}

function DayChoice({ day, today }: DayHeaderProps) {
  const text = useText();
  const { choose } = useStores().day;
  const goTo = (wanted: string): void => {
    // While a year is being typed the field reports intermediate years such as 0002, 0020 and 0202.
    if (/^[12]\d{3}-\d{2}-\d{2}$/.test(wanted)) choose(wanted === today ? null : wanted);
  };
  return (
    <div className={styles.dayChoice}>
      <Button
        icon={<Icon of={ChevronLeft} />}
        aria-label={text('day.before')}
        onPress={() => goTo(addDays(day, -1))}
      />
      <div className={styles.dayField}>
        <Field label={text('day.choose')} labelSize="hidden" type="date" value={day} onChange={goTo} />
      </div>
      <Button
        icon={<Icon of={ChevronRight} />}
        aria-label={text('day.after')}
        onPress={() => goTo(addDays(day, 1))}
      />
      <Button isDisabled={day === today} onPress={() => choose(null)}>
        {text('day.today')}
      </Button>
      <HostMenu />
    </div>
  );
}

/** Number of appointments, and when they were last synced. */
function DaySheetFreshness({ sheet }: { readonly sheet: DaySheet }) {
  const text = useText();
  const { asOf, zone } = useDateFormat();
  const now = useCurrentTime();
  const { health } = useStore(useStores().health.store);
  const fresh =
    sheet.asOf === null
      ? text('day.asOfNever')
      : text(health?.connection === 'offline' ? 'day.asOfOffline' : 'day.asOf', {
          when: asOf(sheet.asOf, now),
        });
  return (
    <output className={styles.dayFreshness}>
      {text('day.appointments', { count: sheet.appointments.length })} · {fresh} · {zone}
    </output>
  );
}
