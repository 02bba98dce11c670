import type { RemovalReceipt } from '#contract/removal.ts';
import { DateTime } from '#renderer/shared/record/date-time.tsx';
import { toEpochMs } from '#contract/time.ts';
import { useText } from '#renderer/text/text.ts';
import { LabelledValue, LabelledValueList } from '#renderer/ui/Section.tsx';
import styles from './access-log.module.css';

/** What a finished sign-out, removal or wipe has deleted, and what was found to be gone. */
export function Receipt({ receipt }: { readonly receipt: RemovalReceipt }) {
  const text = useText();
  const { since, at, baseUrl, keychain, files, foreign, discarded, exportedTo } = receipt;
  return (
    <details className={styles.receipt}>
      <summary>{text('accessLog.receipt')}</summary>
      <LabelledValueList>
        <LabelledValue label={text('accessLog.receiptSince')}>
          <DateTime at={toEpochMs(Date.parse(since))} />
        </LabelledValue>
        <LabelledValue label={text('accessLog.receiptAt')}>
          <DateTime at={toEpochMs(Date.parse(at))} />
        </LabelledValue>
        <LabelledValue label={text('accessLog.receiptAddress')}>
          <bdi>{baseUrl}</bdi>
        </LabelledValue>
        <LabelledValue label={text('accessLog.receiptKeychain')}>
          {text(`accessLog.receiptKeychains.${keychain}`)}
        </LabelledValue>
        <LabelledValue label={text('accessLog.receiptDiscarded')}>
          {discarded.length === 0 ? text('accessLog.receiptNone') : discarded.join(', ')}
        </LabelledValue>
        {exportedTo !== undefined && (
          <LabelledValue label={text('accessLog.receiptExportedTo')}>
            <bdi>{exportedTo}</bdi>
          </LabelledValue>
        )}
        <LabelledValue label={text('accessLog.receiptForeign')}>{foreign}</LabelledValue>
        <LabelledValue label={text('accessLog.receiptFiles')}>
          <ul>
            {files.map((file) => (
              <li key={file}>
                <bdi>{file}</bdi>
              </li>
            ))}
          </ul>
        </LabelledValue>
      </LabelledValueList>
    </details>
  );
}
