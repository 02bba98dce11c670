import { useStore } from 'zustand';
import {
  chooseLanguage,
  LANGUAGE_NAMES,
  type LanguageChoice,
  LANGUAGES,
  UNREVIEWED_LANGUAGES,
} from '#contract/languages.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText, useUnshownLanguage } from '#renderer/text/text.ts';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import styles from './settings.module.css';

/** Chooses the language of the texts, dates and numbers. Each language is shown by its own name. */
export function LanguageSection() {
  const text = useText();
  const { preferences, session } = useStores();
  const unshown = useUnshownLanguage();
  const choice = useStore(preferences.store, ({ settings }) => settings.language);
  const languages = useStore(session.store, ({ app }) => app?.languages) ?? navigator.languages;
  const options: { readonly value: LanguageChoice; readonly label: string }[] = [
    {
      value: 'system',
      label: text('settings.languageSystem', {
        language: LANGUAGE_NAMES[chooseLanguage('system', languages)],
      }),
    },
    ...LANGUAGES.map((value) => ({
      value,
      label: UNREVIEWED_LANGUAGES.has(value)
        ? text('settings.languageUnreviewed', { language: LANGUAGE_NAMES[value] })
        : LANGUAGE_NAMES[value],
    })),
  ];
  return (
    <Section level={2} title={text('settings.languageTitle')}>
      <RadioGroup
        label={text('settings.language')}
        options={options}
        value={choice}
        onChange={(language) => void preferences.choose({ language })}
      />
      {unshown !== null && (
        <p className="error-text" role="alert">
          {text(`settings.languageUnshown.${unshown.why}`, { language: LANGUAGE_NAMES[unshown.language] })}
        </p>
      )}
      <p className={styles.settingsHelp}>{text('settings.languageHelp')}</p>
    </Section>
  );
}
