import { LANGUAGE_NAMES } from '#contract/languages.ts';
import { useLanguageChoice } from '#renderer/shared/appearance-choices.ts';
import { useText, useUnshownLanguage } from '#renderer/text/text.ts';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import styles from './settings.module.css';

/** Chooses the language of the texts, dates and numbers. */
export function LanguageSection() {
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
