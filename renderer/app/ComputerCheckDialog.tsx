import { CircleCheck, CircleMinus, CircleX, Info, type LucideIcon } from 'lucide-react';
import { Heading } from 'react-aria-components/Heading';
import { useStore } from 'zustand';
import { formatCheckLine, type CheckLine, type CheckState } from '#contract/computer-check.ts';
import { CopyButton } from '#renderer/shared/record/CopyButton.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { DialogActions, ModalDialog } from '#renderer/ui/Overlay.tsx';
import styles from './ComputerCheckDialog.module.css';
import { Status } from '#renderer/ui/Status.tsx';

const ICONS: Readonly<Record<CheckState, LucideIcon>> = {
  fine: CircleCheck,
  attention: Info,
  wrong: CircleX,
  skipped: CircleMinus,
};

/** Dialog with what was found on this computer, and what can be done about it. */
export function ComputerCheckDialog() {
  const text = useText();
  const { computer } = useStores();
  const { isCheckShown, report, error } = useStore(computer.store);
  const formatLine = (line: CheckLine): string =>
    formatCheckLine(line, {
      label: text(`check.labels.${line.id}`),
      state: text(`check.states.${line.state}`),
    });
  return (
    <ModalDialog size="large" isOpen={isCheckShown} onOpenChange={computer.showCheck}>
      <Heading slot="title" level={1}>
        {text('check.title')}
      </Heading>
      <Status as="div">{report === null ? text('check.running') : <Summary report={report} />}</Status>
      {error !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(error)}
        </p>
      )}
      {report !== null && (
        <ul className={styles.lines}>
          {report.map((line) => (
            <ReportLine key={line.id} line={line} />
          ))}
        </ul>
      )}
      <p className="muted">{text('check.privacy')}</p>
      <DialogActions>
        <Button onPress={() => computer.showCheck(false)}>{text('check.close')}</Button>
        {report !== null && (
          <CopyButton isPublic label={text('check.copy')} value={report.map(formatLine).join('\n')} />
        )}
        <ButtonWithDisabledReason
          reason={report === null && error === null ? text('check.running') : null}
          onPress={() => computer.showCheck(true)}
        >
          {text('check.again')}
        </ButtonWithDisabledReason>
      </DialogActions>
    </ModalDialog>
  );
}

function Summary({ report }: { readonly report: readonly CheckLine[] }) {
  const text = useText();
  const count = report.filter(({ state }) => state === 'wrong').length;
  return <>{count === 0 ? text('check.fine') : text('check.wrong', { count })}</>;
}

function ReportLine({ line: { id, state, found, advice } }: { readonly line: CheckLine }) {
  const text = useText();
  return (
    <li className={styles.line} data-state={state}>
      <Icon shape={ICONS[state]} />
      <p className={styles.lineTitle}>
        {text(`check.labels.${id}`)} <span className={styles.lineState}>{text(`check.states.${state}`)}</span>
      </p>
      <div className={styles.lineText}>
        <p>{found}</p>
        {advice !== null && <p className={styles.advice}>{advice}</p>}
      </div>
    </li>
  );
}
