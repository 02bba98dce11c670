import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { useStore } from 'zustand';
import { getScreenCommandId, SCREENS, type Screen } from '#contract/screens.ts';
import { useDayChange } from '#renderer/shared/query/use-query.ts';
import { useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import { countAppointmentsNotOver } from '#renderer/state/day/appointments.ts';
import { countDecisionsNeededFromUser } from '#renderer/state/sync/health.ts';
import { useFirstStores } from '#renderer/state/use-stores.ts';
import { useFirstText } from '#renderer/text/first-text.ts';
import { formatCount } from '#renderer/ui/format.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { PlainButton } from '#renderer/ui/PlainButton.tsx';
import { getTooltipAttributes } from '#renderer/ui/Tooltip.tsx';
import { HistoryButtons } from './HistoryButtons.tsx';
import { useRunCommand } from './command-runner.ts';
import { SCREEN_VIEWS } from './screen-views.tsx';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import styles from './frame.module.css';

/** Navigation between the screens, each with the number of what needs work there. */
export function NavigationRail() {
  const text = useFirstText();
  const stores = useFirstStores();
  const runCommand = useRunCommand();
  const isCollapsed = useStore(stores.preferences.store, ({ settings }) => settings.panes.railCollapsed);
  const key = useGetCommandKeyLabel()('rail.toggle');
  useDayChange(() => stores.todayAppointmentTimes.invalidate('notification'));
  const label = text(isCollapsed ? 'rail.expand' : 'rail.collapse');
  return (
    <nav
      className={styles.rail}
      data-print="hide"
      aria-label={text('rail.label')}
      data-pane="rail"
      tabIndex={-1}
    >
      <HistoryButtons />
      <PaletteButton />
      <ul>
        {SCREENS.map(({ id }) => (
          <li key={id} data-place={id}>
            <RailItem screen={id} />
          </li>
        ))}
      </ul>
      <PlainButton
        className={styles.railToggle}
        aria-label={label}
        {...getTooltipAttributes({ words: label, shortcut: key, side: 'right' })}
        onPress={() => runCommand('rail.toggle')}
      >
        <Icon shape={isCollapsed ? PanelLeftOpen : PanelLeftClose} />
      </PlainButton>
    </nav>
  );
}

/** Opens the command palette; its key is beside it. */
function PaletteButton() {
  const text = useFirstText();
  const stores = useFirstStores();
  const runCommand = useRunCommand();
  const isCollapsed = useStore(stores.preferences.store, ({ settings }) => settings.panes.railCollapsed);
  const key = useGetCommandKeyLabel()('palette.open');
  const name = text('palette.title');
  const hint = text('command.palette.open');
  return (
    <PlainButton
      className={joinClasses(styles.railItem, styles.railPalette)}
      {...getTooltipAttributes({
        words: hint,
        shortcut: key,
        narrowOnly: isCollapsed ? undefined : 'shortcut',
        side: 'right',
      })}
      screenReaderDescription={hint}
      onPress={() => runCommand('palette.open')}
    >
      <Icon shape={Search} />
      <span className={styles.railName}>{name}</span>
      {key !== undefined && (
        <kbd className={styles.railKey} aria-hidden="true">
          {key}
        </kbd>
      )}
    </PlainButton>
  );
}

interface RailCount {
  readonly count: number;
  readonly unit: 'toReview' | 'dueReminders' | 'askedTooLong' | 'unread' | 'notOver' | 'person';
}

/** The numbers beside screens: what needs work there. A screen where nothing does has no number. */
function useRailCounts(): Readonly<Partial<Record<Screen, RailCount>>> {
  const { home, totals, todayAppointmentTimes, health } = useFirstStores();
  const now = useCurrentTime();
  const appointments = useStore(todayAppointmentTimes.store, (state) => state.appointments);
  const counted = useStore(home.store, (state) => state.counted?.counts ?? null);
  const unread = useStore(totals.store, (state) => state.unread?.count ?? 0);
  const decisions = useStore(health.store, (state) => countDecisionsNeededFromUser(state.health));
  const counts: Readonly<Partial<Record<Screen, RailCount>>> = {
    requisitions: { count: counted?.toReview ?? 0, unit: 'toReview' },
    forms: { count: counted?.formReminders ?? 0, unit: 'dueReminders' },
    'completion-requests': { count: counted?.askedTooLong ?? 0, unit: 'askedTooLong' },
    notifications: { count: unread, unit: 'unread' },
    day: { count: countAppointmentsNotOver(appointments, now), unit: 'notOver' },
    outbox: { count: decisions, unit: 'person' },
  };
  return Object.fromEntries(Object.entries(counts).filter(([, { count }]) => count > 0));
}

function RailItem({ screen }: { readonly screen: Screen }) {
  const text = useFirstText();
  const { view, preferences } = useFirstStores();
  const runCommand = useRunCommand();
  const isCollapsed = useStore(preferences.store, ({ settings }) => settings.panes.railCollapsed);
  const isHere = useStore(view.store, (state) => state.screen === screen);
  const number = useRailCounts()[screen] ?? null;
  const shown = number === null ? '' : formatCount(number.count);
  const unit = number === null ? '' : text(`rail.${number.unit}`, { count: number.count });
  const name = text(`screen.${screen}`);
  const command = getScreenCommandId(screen);
  const key = useGetCommandKeyLabel()(command);
  return (
    <PlainButton
      className={styles.railItem}
      {...(isHere ? { 'aria-current': 'page' } : {})}
      {...getTooltipAttributes({
        words: [name, shown, unit].filter((part) => part !== '').join(' '),
        shortcut: key,
        // Only where the label is hidden: a tooltip must not repeat a visible label.
        narrowOnly: isCollapsed ? undefined : 'words',
        side: 'right',
      })}
      onPress={() => runCommand(command)}
    >
      <Icon shape={SCREEN_VIEWS[screen].icon} />
      <span className={styles.railName}>{name}</span>
      <span className={styles.railCount}>{shown}</span>
      <span className="visually-hidden">{unit}</span>
    </PlainButton>
  );
}
