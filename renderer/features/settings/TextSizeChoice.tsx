import { useTextSizeChoice } from '#renderer/shared/appearance-choices.ts';
import { useText } from '#renderer/text/text.ts';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import styles from './settings.module.css';

/** Chooses how large texts are. */
export function TextSizeChoice() {
  const text = useText();
  return (
    <div>
      <RadioGroup {...useTextSizeChoice()} />
      <p className={styles.settingsHelp}>{text('textSize.help')}</p>
    </div>
  );
}
