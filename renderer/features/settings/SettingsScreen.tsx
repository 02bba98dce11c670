import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Text } from 'react-aria-components/Text';
import { useStore } from 'zustand';
import { OFFERED_UNDO_SECONDS, settingsSchema } from '#contract/settings.ts';
import { PdfSettings } from '#renderer/pdf/PdfSettings.tsx';
import {
  useDensityChoice,
  useThemeChoice,
  useLanguageChoice,
  useTextSizeChoice,
} from '#renderer/shared/appearance-choices.ts';
import { getPolicy } from '#renderer/state/program/computer.ts';
import { useRetentionDays } from '#renderer/shared/use-retention-days.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText, useUnshownLanguage } from '#renderer/text/text.ts';
import { KeepPageReadableBehindOpenList } from '#renderer/ui/ComboBoxField.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { Button as ActionButton } from '#renderer/ui/Button.tsx';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { LabelledValue, LabelledValueList, Section } from '#renderer/ui/Section.tsx';
import { createDateFormat } from '#renderer/ui/format.ts';
import { PickerPopover } from '#renderer/ui/Overlay.tsx';
import { SingleColumnPage } from '#renderer/ui/Page.tsx';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import fieldStyles from '#renderer/ui/Field.module.css';
import comboStyles from '#renderer/ui/ComboBoxField.module.css';
import { DowntimePackSection } from './DowntimePackSection.tsx';
import { LockSection } from './LockSection.tsx';
import { UpdatesSection } from './UpdatesSection.tsx';
import styles from './settings.module.css';
import { LANGUAGE_NAMES } from '#contract/languages.ts';

/** Chooses how large texts are. */
function TextSizeChoice() {
  const text = useText();
  return (
    <div>
      <RadioGroup {...useTextSizeChoice()} />
      <p className={styles.settingsHelp}>{text('textSize.help')}</p>
    </div>
  );
}

/** The choices of the time without use after which copies are removed from this computer, in days. */
const RETENTION_DAYS = ['7', '14', '30', '90', '365'] as const;

/** After how many days unused copies are removed; a policy may allow less than the user's choice. */
function RetentionSection() {
  const text = useText();
  const { preferences, computer } = useStores();
  const { days, most } = useRetentionDays();
  const isStopped = useStore(computer.store, ({ status }) => (status?.problems ?? []).length > 0);
  const applied = String(days);
  const choices = [...new Set([...RETENTION_DAYS, applied])]
    .filter((days) => most === null || Number(days) <= most)
    .toSorted((a, b) => Number(a) - Number(b));
  return (
    <Section level={2} title={text('retention.title')}>
      <RadioGroup
        label={text('retention.after')}
        options={choices.map((value) => ({ value, label: text('retention.days', { count: Number(value) }) }))}
        value={applied}
        onChange={(days) => void preferences.choose({ retentionDays: Number(days) })}
      />
      {most !== null && <p className={styles.settingsHelp}>{text('retention.limited', { count: most })}</p>}
      {isStopped && <p className={styles.settingsHelp}>{text('retention.stopped')}</p>}
      <p className={styles.settingsHelp}>{text('retention.what')}</p>
      <p className={styles.settingsHelp}>{text('retention.stays')}</p>
    </Section>
  );
}

/** Chooses the language of the texts, dates and numbers. */
function LanguageSection() {
  const text = useText();
  const unshown = useUnshownLanguage();
  return (
    <Section level={2} title={text('settings.languageTitle')}>
      <RadioGroup {...useLanguageChoice()} />
      {unshown !== null && (
        <p className="error-text" role="alert">
          {text(`settings.languageUnshown.${unshown.why}`, { language: LANGUAGE_NAMES[unshown.language] })}
        </p>
      )}
      <p className={styles.settingsHelp}>{text('settings.languageHelp')}</p>
    </Section>
  );
}

export interface TimeZoneChoice {
  /** The time zone: IANA name, or `system`. */
  readonly id: string;
  readonly label: string;
}

/** The time zones to choose from: the system's first, then all that the platform knows, by name. */
export function listTimeZoneChoices(systemLabel: string): readonly TimeZoneChoice[] {
  const zones = Intl.supportedValuesOf('timeZone').map((id) => ({ id, label: id.replaceAll('_', ' ') }));
  return [
    { id: 'system', label: systemLabel },
    { id: 'UTC', label: 'UTC' },
    ...zones.filter(({ id }) => id !== 'UTC'),
  ];
}

interface TimeZoneFieldProps {
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

/** Chooses the app's time zone; typing filters the list. */
function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const text = useText();
  const zones = useMemo(
    () => listTimeZoneChoices(text('settings.timeZoneSystem', { zone: createDateFormat('system').zone })),
    [text],
  );
  return (
    <ComboBox
      className={joinClasses(fieldStyles.field, styles.zone)}
      defaultItems={zones}
      value={value}
      onChange={(key) => typeof key === 'string' && onChange(key)}
      menuTrigger="focus"
    >
      <KeepPageReadableBehindOpenList />
      <Label className={fieldStyles.fieldLabel}>{text('settings.timeZone')}</Label>
      <div className={comboStyles.comboLine}>
        <Input className={joinClasses(fieldStyles.fieldInput)} spellCheck="false" />
        <Button className={joinClasses(comboStyles.comboButton)} aria-label={text('settings.timeZoneShow')}>
          <Icon shape={ChevronDown} />
        </Button>
      </div>
      <Text slot="description" className={fieldStyles.fieldHelp}>
        {text('settings.timeZoneHelp')}
      </Text>
      <PickerPopover>
        <ListBox<(typeof zones)[number]> className={joinClasses(styles.zoneList)}>
          {(zone) => (
            <ListBoxItem id={zone.id} className={joinClasses(styles.zoneItem)} textValue={zone.label}>
              {zone.label}
            </ListBoxItem>
          )}
        </ListBox>
      </PickerPopover>
    </ComboBox>
  );
}

const { openAtStart: openings, notifications: levels } = settingsSchema.shape;

/** The settings. Every choice is saved at once. */
export function SettingsScreen() {
  const text = useText();
  const { store, choose } = useStores().preferences;
  const { settings, error } = useStore(store);
  return (
    <SingleColumnPage>
      <h1>{text('screen.settings')}</h1>
      {error !== null && (
        <p className="error-text" role="alert">
          {text('settings.notSaved')} {getErrorSentence(error)}
        </p>
      )}
      <Section level={2} title={text('settings.appearance')}>
        <div className={styles.settingsPair}>
          <RadioGroup {...useThemeChoice()} />
          <RadioGroup {...useDensityChoice()} />
          <TextSizeChoice />
        </div>
      </Section>
      <LanguageSection />
      <Section level={2} title={text('settings.timesTitle')}>
        <TimeZoneField value={settings.timeZone} onChange={(timeZone) => void choose({ timeZone })} />
      </Section>
      <Section level={2} title={text('settings.startTitle')}>
        <RadioGroup
          label={text('settings.openAtStart')}
          options={openings.options.map((value) => ({ value, label: text(`settings.opens.${value}`) }))}
          value={settings.openAtStart}
          onChange={(openAtStart) => void choose({ openAtStart })}
        />
      </Section>
      <Section level={2} title={text('systemNotifications.title')}>
        <RadioGroup
          label={text('systemNotifications.level')}
          options={levels.options.map((value) => ({
            value,
            label: text(`systemNotifications.levels.${value}`),
          }))}
          value={settings.notifications}
          onChange={(notifications) => void choose({ notifications })}
        />
        <NotificationLimit />
        <p className={styles.settingsHelp}>{text(`systemNotifications.says.${settings.notifications}`)}</p>
      </Section>
      <Section level={2} title={text('undoTime.title')}>
        <RadioGroup
          label={text('undoTime.label')}
          options={OFFERED_UNDO_SECONDS.map((seconds) => ({
            value: String(seconds),
            label: text('undoTime.seconds', { count: seconds }),
          }))}
          value={String(settings.undoSeconds)}
          onChange={(value) => {
            const undoSeconds = OFFERED_UNDO_SECONDS.find((seconds) => String(seconds) === value);
            if (undoSeconds !== undefined) void choose({ undoSeconds });
          }}
        />
        <p className={styles.settingsHelp}>{text('undoTime.help')}</p>
      </Section>
      <LockSection />
      <PdfSettings />
      <DowntimePackSection />
      <RetentionSection />
      <UpdatesSection />
      <About />
    </SingleColumnPage>
  );
}

/** Says that the policy limits what system notifications may show. */
function NotificationLimit() {
  const text = useText();
  const most = useStore(useStores().computer.store, getPolicy)?.notifications ?? 'full';
  if (most === 'full') return null;
  return (
    <p className={styles.settingsHelp}>
      {text('policy.limited', { level: text(`systemNotifications.levels.${most}`) })}
    </p>
  );
}

function About() {
  const text = useText();
  const { session, computer, view } = useStores();
  const app = useStore(session.store, (state) => state.app);
  if (app === null) return null;
  return (
    <Section level={2} title={text('settings.about')}>
      <LabelledValueList>
        <LabelledValue label={text('settings.version')}>{app.version}</LabelledValue>
        <LabelledValue label={text('settings.host')}>{text(`settings.hosts.${app.host}`)}</LabelledValue>
        <LabelledValue label={text('settings.platform')}>{app.platform}</LabelledValue>
      </LabelledValueList>
      <div className={fieldStyles.formActions}>
        <ActionButton onPress={() => view.showHelp('about')}>{text('help.page.about')}</ActionButton>
        <ActionButton onPress={() => computer.showCheck(true)}>{text('check.show')}</ActionButton>
        <ActionButton onPress={() => view.showHelp('support')}>{text('help.page.support')}</ActionButton>
      </div>
    </Section>
  );
}
