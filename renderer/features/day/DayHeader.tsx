import { FileLock2, PackageCheck, Printer, ChevronLeft, ChevronRight } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useStore } from 'zustand';
import type { DaySheet } from '#contract/day.ts';
import { POLICY_WITHOUT_FILE } from '#contract/policy.ts';
import { ok } from '#contract/result.ts';
import { ExportButton } from '#renderer/shared/ExportButton.tsx';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { getPolicy } from '#renderer/state/program/computer.ts';
import { exportTable } from '#renderer/state/export-table.ts';
import type { DaySpan } from '#renderer/state/day/day-span.ts';
import type { DayToPrint } from '#renderer/state/day/day-print.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { DateField, DateFieldFrame } from '#renderer/ui/DateField.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { splitIdForDisplay } from '#renderer/ui/format.ts';
import { DowntimePackDialog } from './DowntimePackDialog.tsx';
import { filterByHost, groupByHost, addDays } from './model.ts';
import styles from './day.module.css';
import { useAnnouncement } from '#renderer/ui/Status.tsx';

/** Prepares a day without network: downloads PDFs, prints the day sheets, makes the downtime pack. */
function DayActions({ day: name }: { readonly day: string }) {
  const text = useText();
  const { day } = useStores();
  const { sheet, span, host, error } = useStore(day.store);
  const isPreparing = useStore(day.prepare.store, ({ phase }) => phase === 'running');
  const { isBusy: isPrinting, printProblem } = useStore(day.print.store);
  const [isPacking, setPacking] = useState(false);
  const shown: DayToPrint | null = sheet === null || span === null ? null : { span, sheet, name };

  function print(): void {
    if (shown === null || isPrinting) return;
    const appointments = filterByHost(shown.sheet.appointments, host);
    void day.print.print({ ...shown, sheet: { ...shown.sheet, appointments } }, false);
  }
  const isEmpty = sheet === null || filterByHost(sheet.appointments, host).length === 0;
  const isLoading = sheet === null && error === null;
  const whyUnprintable = isLoading ? text('disabled.dayLoading') : isEmpty ? text('day.printEmpty') : null;
  return (
    <div className={styles.dayActions}>
      <ButtonWithDisabledReason
        tone="primary"
        icon={<Icon shape={PackageCheck} />}
        reason={isPreparing ? text('disabled.preparing') : null}
        onPress={() => void day.prepare.run()}
      >
        {text('prepare.run')}
      </ButtonWithDisabledReason>
      <ButtonWithDisabledReason icon={<Icon shape={Printer} />} reason={whyUnprintable} onPress={print}>
        {text('day.print')}
      </ButtonWithDisabledReason>
      <PackButton isLoaded={shown !== null} onPress={() => setPacking(true)} />
      {span !== null && <DayExports span={span} host={host} isEmpty={isEmpty} />}
      {printProblem !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(printProblem)}
        </p>
      )}
      {isPacking && shown !== null && <DowntimePackDialog day={shown} onClose={() => setPacking(false)} />}
    </div>
  );
}

interface PackButtonProps {
  /** Whether the sheet of the day is known. */
  readonly isLoaded: boolean;
  readonly onPress: () => void;
}

/** Opens the dialog that makes a downtime pack. */
function PackButton({ isLoaded, onPress }: PackButtonProps) {
  const text = useText();
  const { savePdfs: maySave } = useStore(useStores().computer.store, getPolicy) ?? POLICY_WITHOUT_FILE;
  const obstacle = isLoaded ? null : text('disabled.dayLoading');
  return (
    <ButtonWithDisabledReason
      icon={<Icon shape={FileLock2} />}
      reason={maySave ? obstacle : text('policy.noSaving')}
      onPress={onPress}
    >
      {text('pack.open')}
    </ButtonWithDisabledReason>
  );
}

interface DayExportsProps {
  readonly span: DaySpan;
  /** The host whose appointments are shown; null for all. */
  readonly host: string | null;
  /** Whether no appointment is shown. */
  readonly isEmpty: boolean;
}

/** Saves the shown appointments for a calendar program, or as a table. */
function DayExports({ span, host, isEmpty }: DayExportsProps) {
  const text = useText();
  const { calls } = useStores();
  const reason = isEmpty ? text('export.nothing') : null;
  const save = (format: 'ics' | 'csv') =>
    exportTable(calls, `day.${format}`, async () => {
      const exported = await calls['day.export']({ format, span, host });
      return exported.ok ? ok({ text: exported.value.text, next: null }) : exported;
    });
  return (
    <>
      <ExportButton
        label={text('day.exportCalendar')}
        hint={text('day.exportCalendarHint')}
        reason={reason}
        save={() => save('ics')}
      />
      <ExportButton
        label={text('export.csv')}
        hint={text('export.dayHint')}
        reason={reason}
        save={() => save('csv')}
      />
    </>
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
    const end = `…${splitIdForDisplay(id).end}`;
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
  /** The chosen day, such as `2026-03-12`. */
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
  // The screen appears first.
  const isFieldDue = useDeferredValue(true, false);
  const goTo = (wanted: string): void => {
    // While a year is being typed the field reports intermediate years such as 0002, 0020 and 0202.
    if (/^[12]\d{3}-\d{2}-\d{2}$/.test(wanted)) choose(wanted === today ? null : wanted);
  };
  return (
    <div className={styles.dayChoice}>
      <Button
        icon={<Icon shape={ChevronLeft} />}
        aria-label={text('day.before')}
        onPress={() => goTo(addDays(day, -1))}
      />
      <div className={styles.dayField}>
        {isFieldDue ? (
          <DateField label={text('day.choose')} labelSize="hidden" value={day} onChange={goTo} />
        ) : (
          <DateFieldFrame value={day} />
        )}
      </div>
      <Button
        icon={<Icon shape={ChevronRight} />}
        aria-label={text('day.after')}
        onPress={() => goTo(addDays(day, 1))}
      />
      <ButtonWithDisabledReason
        reason={day === today ? text('disabled.todayShown') : null}
        onPress={() => choose(null)}
      >
        {text('day.today')}
      </ButtonWithDisabledReason>
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
  const { day, host } = useStore(useStores().day.store);
  const all = sheet.appointments.length;
  const count =
    host === null
      ? text('day.appointments', { count: all })
      : text('day.appointmentsOfHost', { shown: filterByHost(sheet.appointments, host).length, all });
  useAnnouncement(count, day === null ? undefined : JSON.stringify([day, host]));
  return (
    <p className={styles.dayFreshness} data-part="freshness">
      {count} · {fresh} · {zone}
    </p>
  );
}
