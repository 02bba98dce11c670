import { useStore } from 'zustand';
import { OFFERED_TEXT_SIZES_PERCENT, toTextSizePercent, toZoomLevel } from '#contract/settings.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { formatCount } from '#renderer/ui/format.ts';
import styles from './settings.module.css';

/**
 * Chooses how large texts are. It is the zoom of the whole window, which the View menu changes too: a size that was chosen
 * there is shown beside the others.
 */
export function TextSizeChoice() {
  const text = useText();
  const { store, choose } = useStores().preferences;
  const size = useStore(store, ({ settings }) => toTextSizePercent(settings.zoomLevel));
  const isOffered = OFFERED_TEXT_SIZES_PERCENT.some((percent) => percent === size);
  const percent = (value: number): string => text('textSize.percent', { percent: formatCount(value) });
  const options = [
    ...OFFERED_TEXT_SIZES_PERCENT.map((value) => ({ value: String(value), label: percent(value) })),
    ...(isOffered ? [] : [{ value: String(size), label: text('textSize.other', { size: percent(size) }) }]),
  ];
  return (
    <div>
      <RadioGroup
        label={text('textSize.label')}
        options={options}
        value={String(size)}
        onChange={(value) => {
          if (value !== String(size)) void choose({ zoomLevel: toZoomLevel(Number(value)) });
        }}
      />
      <p className={styles.settingsHelp}>{text('textSize.help')}</p>
    </div>
  );
}
