import { AppWindow, ArrowLeft, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Group } from 'react-aria-components/Group';
import type { InvalidFieldFlag } from '#contract/record-schemas.ts';
import type { Kind } from '#contract/records.ts';
import type { EpochMs } from '#contract/time.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getKindOfScreen } from '#renderer/state/navigation/view.ts';
import { useText } from '#renderer/text/text.ts';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { Disclosure } from '#renderer/ui/Disclosure.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { FocusableTruncatedText } from '#renderer/ui/TruncatedText.tsx';
import { PendingChangesStrip } from '../pending/PendingChangesStrip.tsx';
import { useGetCommandKeyLabel } from '../use-key-label.ts';
import { RawResourceText } from './RawResourceText.tsx';
import { useDateFormat } from './date-time.tsx';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import styles from './record.module.css';

/** The scrolling content of a record, below its header. */
export function RecordBody({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.recordScroll} data-print="flow content">
      {children}
    </div>
  );
}

const MAX = 20;

/**
 * Lists the fields of a record that were not as the service's document describes them. Renders nothing if all
 * were.
 */
export function InvalidFieldFlags({ flags }: { readonly flags: readonly InvalidFieldFlag[] }) {
  const text = useText();
  if (flags.length === 0) return null;
  return (
    <div className={styles.flags} role="note">
      <Icon shape={TriangleAlert} />
      <div>
        <p className={styles.flagsTitle}>{text('flag.title', { count: flags.length })}</p>
        <ul>
          {flags.slice(0, MAX).map(({ field, problem }) => (
            <li key={`${field} ${problem}`}>
              <code>{field}</code> {text(`flag.${problem}`)}
            </li>
          ))}
          {flags.length > MAX && <li>…</li>}
        </ul>
        <p>{text('flag.hint')}</p>
      </div>
    </div>
  );
}

interface RecordFooterProps {
  readonly kind: Kind;
  readonly id: string;
  /** When the record was fetched; null for one that is only on this computer. */
  readonly fetchedAt: EpochMs | null;
}

/** When the record was fetched, and its raw text as the service sent it. */
export function RecordFooter({ kind, id, fetchedAt }: RecordFooterProps) {
  const text = useText();
  const { dateTime, zone } = useDateFormat();
  if (fetchedAt === null)
    return (
      <footer className={styles.recordFoot}>
        <p>{text('pending.onlyHere')}</p>
      </footer>
    );
  return (
    <footer className={styles.recordFoot}>
      <Disclosure title={text('record.raw')} hint={text('record.rawHint')}>
        {() => <RawResourceText key={fetchedAt} kind={kind} id={id} />}
      </Disclosure>
      <p>{text('record.asOf', { when: dateTime(fetchedAt), zone })}</p>
    </footer>
  );
}

interface RecordHeaderProps {
  readonly onClose: () => void;
  /** The state in one line: type, status and what is due, as icons and labels. */
  readonly marks?: ReactNode;
  /** The actions for the record in groups (`ActionGroup`), the primary one first. */
  readonly actions?: ReactNode;
  /** Truncated to two lines; shown in full on hover and focus. */
  readonly name?: string;
  /** The patient or object that the record concerns. */
  readonly about?: ReactNode;
}

/** A group of related actions, set apart from other groups. */
export function ActionGroup({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actionGroup}>{children}</div>;
}

/** Shows the open record in a window of its own. */
function OwnWindowButton() {
  const text = useText();
  const { browsers, openRecordWindow, view } = useStores();
  const keyLabel = useGetCommandKeyLabel();
  const kind = useStore(view.store, ({ screen }) => getKindOfScreen(screen));
  if (kind === null) return null;
  return (
    <ButtonWithHint
      tone="quiet"
      size="small"
      icon={<Icon shape={AppWindow} />}
      aria-label={text('recordWindow.open')}
      shortcut={keyLabel('record.window')}
      onPress={() => {
        const { selected } = browsers[kind].currentRow.getState();
        if (selected !== null) openRecordWindow(kind, selected);
      }}
    />
  );
}

/**
 * The header of a record: name and close button, what it is about, its state, the actions, unsent changes. It stays
 * visible while the record scrolls.
 */
export function RecordHeader({ onClose, marks, actions, name, about }: RecordHeaderProps) {
  const text = useText();
  const keyLabel = useGetCommandKeyLabel();
  const { recordWindow } = useStores();
  return (
    <>
      <header className={styles.recordHead}>
        <div className={styles.recordBar}>
          {recordWindow === null && (
            <div className={styles.recordBack} data-print="hide">
              <ButtonWithHint
                tone="quiet"
                size="small"
                icon={<Icon shape={ArrowLeft} />}
                shortcut={keyLabel('record.back')}
                onPress={onClose}
              >
                {text('record.back')}
              </ButtonWithHint>
            </div>
          )}
          {name !== undefined && (
            <h2 tabIndex={-1} data-record-name="">
              <FocusableTruncatedText text={name} rows={2} />
            </h2>
          )}
          {recordWindow === null && (
            <div className={styles.recordClose} data-print="hide">
              <OwnWindowButton />
              <ButtonWithHint
                tone="quiet"
                size="small"
                icon={<Icon shape={X} />}
                aria-label={text('record.close')}
                shortcut={keyLabel('record.back')}
                onPress={onClose}
              />
            </div>
          )}
        </div>
        {Boolean(about) && <div className={styles.recordAbout}>{about}</div>}
        {marks !== undefined && <div className={styles.recordMarks}>{marks}</div>}
        {actions !== undefined && (
          <Group
            className={joinClasses(styles.recordActions)}
            data-print="hide"
            aria-label={text('record.actions')}
          >
            {actions}
          </Group>
        )}
      </header>
      <PendingChangesStrip />
    </>
  );
}
