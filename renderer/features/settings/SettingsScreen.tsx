import { useStore } from 'zustand';
import { errorSentence } from '#contract/error-text.ts';
import { settingsSchema } from '#contract/settings.ts';
import { PdfSettings } from '#renderer/paper/PaperSettings.tsx';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { RadioGroup } from '#renderer/ui/Choice.tsx';
import { Fact, Facts } from '#renderer/ui/Facts.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { TimeZoneField } from './TimeZoneField.tsx';
import './settings.css';

const {
  theme: themes,
  density: densities,
  openAtStart: openings,
  notifications: levels,
} = settingsSchema.shape;

/** What a person may choose on this desk. Every choice is kept at once. */
export function SettingsScreen() {
  const text = useText();
  const { store, choose } = useStores().preferences;
  const { settings, error } = useStore(store);
  return (
    <div className="page" data-pane="list" tabIndex={-1}>
      <h1>{text('place.settings')}</h1>
      {error !== null && (
        <p className="page-error" role="alert">
          {text('settings.notKept')} {errorSentence(error)}
        </p>
      )}
      <Section level={2} title={text('settings.looks')}>
        <div className="settings-pair">
          <RadioGroup
            label={text('settings.theme')}
            options={themes.options.map((value) => ({ value, label: text(`settings.themes.${value}`) }))}
            value={settings.theme}
            onChange={(theme) => void choose({ theme })}
          />
          <RadioGroup
            label={text('settings.density')}
            options={densities.options.map((value) => ({
              value,
              label: text(`settings.densities.${value}`),
            }))}
            value={settings.density}
            onChange={(density) => void choose({ density })}
          />
        </div>
      </Section>
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
      <Section level={2} title={text('alerts.title')}>
        <RadioGroup
          label={text('alerts.level')}
          options={levels.options.map((value) => ({ value, label: text(`alerts.levels.${value}`) }))}
          value={settings.notifications}
          onChange={(notifications) => void choose({ notifications })}
        />
        <p className="settings-help">{text(`alerts.says.${settings.notifications}`)}</p>
      </Section>
      <PdfSettings />
      <About />
    </div>
  );
}

function About() {
  const text = useText();
  const app = useStore(useStores().session.store, (state) => state.app);
  if (app === null) return null;
  return (
    <Section level={2} title={text('settings.about')}>
      <Facts>
        <Fact label={text('settings.version')}>{app.version}</Fact>
        <Fact label={text('settings.host')}>{text(`settings.hosts.${app.host}`)}</Fact>
        <Fact label={text('settings.platform')}>{app.platform}</Fact>
      </Facts>
    </Section>
  );
}
