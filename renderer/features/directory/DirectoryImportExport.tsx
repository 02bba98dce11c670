import { Download, Upload } from 'lucide-react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import type { DirectoryImport } from '#contract/local-data.ts';
import { getErrorSentence } from '#contract/result.ts';
import { useAction } from '#renderer/shared/use-action.ts';
import { usePartialList } from '#renderer/shared/use-partial-list.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import styles from './directory.module.css';

/** Maximum size of an imported file, larger than a table of every patient of a clinic. */
const MAX_BYTES = 20_000_000;

function getEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/**
 * Decodes a table saved by a spreadsheet: UTF-8 or UTF-16, else Windows-1252, the spreadsheets' default in
 * western Europe. A wrong encoding would silently corrupt names.
 * @param bytes the whole file; a byte order mark is removed
 */
export function decodeTable(bytes: Uint8Array): string {
  try {
    return new TextDecoder(getEncoding(bytes), { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Result of an import or export. */
type Outcome =
  | { readonly is: 'imported'; readonly report: DirectoryImport }
  | { readonly is: 'exported' }
  | { readonly is: 'failed'; readonly why: string };

/** Imports local names from a table, and exports all of them. */
export function DirectoryImportExport() {
  const text = useText();
  const { directory } = useStores();
  const { isBusy, outcome, act } = useAction<Outcome>();
  const importFile = (file: File) =>
    act(async () => {
      if (file.size > MAX_BYTES) return { is: 'failed', why: text('names.tooLarge') };
      const bytes = await file.arrayBuffer().catch(() => null);
      if (bytes === null) return { is: 'failed', why: text('names.notATable') };
      const answer = await directory.importTable(decodeTable(new Uint8Array(bytes)));
      return answer.ok
        ? { is: 'imported', report: answer.value }
        : { is: 'failed', why: `${getErrorSentence(answer.error)} ${text('names.inPart')}` };
    });
  const exportNames = () =>
    act(async () => {
      const saved = await directory.exportTable();
      if (!saved.ok) return { is: 'failed', why: getErrorSentence(saved.error) };
      return saved.value ? { is: 'exported' } : null;
    });

  return (
    <div className={styles.namesExchange}>
      <div className={styles.namesExchangeActions}>
        <FileTrigger
          acceptedFileTypes={['.csv', 'text/csv', 'text/plain']}
          onSelect={(files) => {
            const file = files?.item(0);
            if (file) importFile(file);
          }}
        >
          <Button icon={<Icon of={Upload} size={14} />} isDisabled={isBusy} hint={text('names.importHint')}>
            {text(isBusy ? 'names.importing' : 'names.import')}
          </Button>
        </FileTrigger>
        <Button icon={<Icon of={Download} size={14} />} isDisabled={isBusy} onPress={exportNames}>
          {text('names.export')}
        </Button>
      </div>
      <div aria-live="polite">{outcome !== null && <OutcomeText outcome={outcome} />}</div>
    </div>
  );
}

function OutcomeText({ outcome }: { readonly outcome: Outcome }) {
  const text = useText();
  switch (outcome.is) {
    case 'exported':
      return <p>{text('names.exported')}</p>;
    case 'failed':
      return <p className="error-text">{outcome.why}</p>;
    case 'imported':
      return <ImportReport report={outcome.report} />;
  }
}

function ImportReport({ report }: { readonly report: DirectoryImport }) {
  const text = useText();
  const [shown, more] = usePartialList(report.problems);
  const [replaced, moreReplaced] = usePartialList(report.replaced);
  return (
    <>
      <p>
        {text('names.taken', { count: report.taken })}
        {report.unchanged > 0 && ` ${text('names.unchanged', { count: report.unchanged })}`}
      </p>
      {report.replaced.length > 0 && (
        <>
          <p>{text('names.replaced', { count: report.replaced.length })}</p>
          <ul className={styles.namesProblems}>
            {replaced.map(({ id, before, name }) => (
              <li key={id}>
                <IdText id={id} show="end" /> <bdi>{before}</bdi> → <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
          {moreReplaced}
        </>
      )}
      {report.problems.length > 0 && (
        <>
          <p className="error-text">{text('names.broken', { count: report.problems.length })}</p>
          <ul className={styles.namesProblems}>
            {shown.map(({ line, why }) => (
              <li key={line}>{text('names.line', { number: line, why: text(`names.why.${why}`) })}</li>
            ))}
          </ul>
          {more}
        </>
      )}
    </>
  );
}
