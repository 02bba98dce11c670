import type { RemovalReceipt } from '#contract/removal.ts';
import { DateTime } from '#renderer/shared/record/date-time.tsx';
import { toEpochMs } from '#contract/time.ts';
import { useText } from '#renderer/text/text.ts';
import { Fact, LabelledValueList } from '#renderer/ui/Section.tsx';
import styles from './access-log.module.css';

/** What a finished sign-out, removal or wipe has deleted, and what was found to be gone. */
export function Receipt({ receipt }: { readonly receipt: RemovalReceipt }) {
  const text = useText();
  const { since, at, baseUrl, keychain, files, foreign, discarded, exportedTo } = receipt;
  return (
    <details className={styles.receipt}>
      <summary>{text('accessLog.receipt')}</summary>
      <LabelledValueList>
        <Fact label={text('accessLog.receiptSince')}>
          <DateTime at={toEpochMs(Date.parse(since))} />
        </Fact>
        <Fact label={text('accessLog.receiptAt')}>
          <DateTime at={toEpochMs(Date.parse(at))} />
        </Fact>
        <Fact label={text('accessLog.receiptAddress')}>
          <bdi>{baseUrl}</bdi>
        </Fact>
        <Fact label={text('accessLog.receiptKeychain')}>
          {text(`accessLog.receiptKeychains.${keychain}`)}
        </Fact>
        <Fact label={text('accessLog.receiptDiscarded')}>
          {discarded.length === 0 ? text('accessLog.receiptNone') : discarded.join(', ')}
        </Fact>
        {exportedTo !== undefined && (
          <Fact label={text('accessLog.receiptExportedTo')}>
            <bdi>{exportedTo}</bdi>
          </Fact>
        )}
        <Fact label={text('accessLog.receiptForeign')}>{foreign}</Fact>
        <Fact label={text('accessLog.receiptFiles')}>
          <ul>
            {files.map((file) => (
              <li key={file}>
                <bdi>{file}</bdi>
              </li>
            ))}
          </ul>
        </Fact>
      </LabelledValueList>
    </details>
  );
}
