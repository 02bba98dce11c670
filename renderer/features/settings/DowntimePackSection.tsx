import { useState, type FormEvent } from 'react';
import { useStore } from 'zustand';
import { MAX_SHIFTS_PER_DAY, type PackSchedule } from '#contract/downtime-pack.ts';
import { POLICY_WITHOUT_FILE } from '#contract/policy.ts';
import { parseShiftTimes } from '#renderer/shared/downtime-pack/shift-times.ts';
import {
  EMPTY_PACK_PASSWORD,
  isUsablePackPassword,
  PackPasswordFields,
} from '#renderer/shared/downtime-pack/PackPasswordFields.tsx';
import { PackStatus } from '#renderer/shared/downtime-pack/PackStatus.tsx';
import { useUnsavedInput } from '#renderer/shared/use-unsaved-input.ts';
import { getPolicy } from '#renderer/state/program/computer.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './settings.module.css';

/** When downtime packs are made by themselves, where they are written, and under which password. */
export function DowntimePackSection() {
  const text = useText();
  const { packs } = useStores().day;
  const { schedule, error } = useStore(packs.store);
  return (
    <Section level={2} title={text('packs.title')}>
      <p className={styles.settingsHelp}>{text('packs.lead')}</p>
      {schedule === null && error !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(error)}
        </p>
      )}
      {schedule !== null && (
        <>
          <FolderLine folder={schedule.folder} />
          <PackScheduleFields key={`${schedule.isOn} ${schedule.times.join()}`} schedule={schedule} />
          <PackStatus shows="all" />
        </>
      )}
    </Section>
  );
}

/** Whether packs may be saved, as far as the policy is known here: the main process refuses what it does not allow. */
function useMaySave(): boolean {
  return (useStore(useStores().computer.store, getPolicy) ?? POLICY_WITHOUT_FILE).savePdfs;
}

/** The folder of the packs, and the button that chooses another one. */
function FolderLine({ folder }: Pick<PackSchedule, 'folder'>) {
  const text = useText();
  const { packs } = useStores().day;
  const maySave = useMaySave();
  return (
    <div className={styles.packFolder}>
      <p>
        {text('packs.folder')}: {folder === null ? text('packs.noFolder') : <bdi>{folder}</bdi>}
      </p>
      <ButtonWithDisabledReason
        size="small"
        reason={maySave ? null : text('policy.noSaving')}
        onPress={() => void packs.chooseFolder()}
      >
        {text('packs.chooseFolder')}
      </ButtonWithDisabledReason>
    </div>
  );
}

/** Keeps what is typed until it is saved: the times also over a lock, the password never. */
function usePackScheduleFields({ isOn, times, folder, hasPassword }: PackSchedule) {
  const { packs } = useStores().day;
  const [{ times: typedTimes }, change, drop] = useUnsavedInput(
    { editor: 'pack-times', subjectId: '' },
    { times: times.join(', ') },
  );
  const [isRenewing, setRenewing] = useState(false);
  const [typed, setTyped] = useState(EMPTY_PACK_PASSWORD);
  const needsPassword = !hasPassword || isRenewing;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTyped((before) => ({ ...before, isChecked: true }));
    const wanted = parseShiftTimes(typedTimes);
    if (folder === null || wanted === null || (needsPassword && !isUsablePackPassword(typed))) return;
    const password = needsPassword ? { password: typed.password } : {};
    if (!(await packs.set({ isOn: true, times: [...wanted], ...password }))) return;
    drop();
    setTyped(EMPTY_PACK_PASSWORD);
    setRenewing(false);
  }
  return {
    typedTimes,
    setTypedTimes: (typed: string) => change({ times: typed }),
    typed,
    setTyped,
    needsPassword,
    renew: () => setRenewing(true),
    save,
    areTimesWrong: typed.isChecked && parseShiftTimes(typedTimes) === null,
    isChanged: !isOn || needsPassword || typedTimes !== times.join(', '),
  };
}

/** The times and the password, and the buttons that switch the packs on and off. */
function PackScheduleFields({ schedule }: { readonly schedule: PackSchedule }) {
  const text = useText();
  const { packs } = useStores().day;
  const maySave = useMaySave();
  const { isOn, folder } = schedule;
  const form = usePackScheduleFields(schedule);
  const missingFolder = folder === null ? text('packs.folderFirst') : null;
  const unchanged = form.isChanged ? null : text('packs.unchanged');
  return (
    <form className={styles.pinForm} noValidate onSubmit={(event) => void form.save(event)}>
      <Field
        label={text('packs.times')}
        help={text('packs.timesHelp', { most: MAX_SHIFTS_PER_DAY })}
        error={form.areTimesWrong ? text('packs.timesWrong', { most: MAX_SHIFTS_PER_DAY }) : undefined}
        value={form.typedTimes}
        onChange={form.setTypedTimes}
      />
      {form.needsPassword && (
        <>
          <PackPasswordFields value={form.typed} onChange={form.setTyped} />
          <p className={styles.settingsHelp}>{text('packs.passwordKept')}</p>
        </>
      )}
      <div className={fieldStyles.formActions}>
        <ButtonWithDisabledReason
          type="submit"
          tone="primary"
          reason={maySave ? (missingFolder ?? unchanged) : text('policy.noSaving')}
        >
          {text(isOn ? 'packs.save' : 'packs.switchOn')}
        </ButtonWithDisabledReason>
        {isOn && !form.needsPassword && <Button onPress={form.renew}>{text('packs.renew')}</Button>}
        {isOn && <Button onPress={() => void packs.set({ isOn: false })}>{text('packs.switchOff')}</Button>}
      </div>
    </form>
  );
}
