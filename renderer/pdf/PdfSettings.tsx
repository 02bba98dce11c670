import { useEffect, useState, type FormEvent } from 'react';
import { useStore } from 'zustand';
import { OFFLINE_POLICIES, offlinePolicySchema } from '#contract/pdfs.ts';
import type { CallOutput } from '#contract/api.ts';
import { createOfflinePolicyStore, type OfflinePolicyStore } from '#renderer/state/pdfs/pdf.ts';
import { useUnsavedInput } from '#renderer/shared/use-unsaved-input.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { formatFileSize } from './PdfStatus.tsx';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './pdf.module.css';

/** Which PDFs are downloaded automatically, the maximum size of the PDF store, and what it contains. */
export function PdfSettings() {
  const text = useText();
  const { calls } = useStores();
  const [policyStore] = useState(() => createOfflinePolicyStore(calls));
  const { usage, error } = useStore(policyStore.store);
  useEffect(() => void policyStore.load(), [policyStore]);
  return (
    <Section level={2} title={text('pdf.settings.title')}>
      {error !== null && (
        <p className="error-text" role="alert">
          {text('pdf.settings.notSaved')} {getErrorSentence(error)}
        </p>
      )}
      {usage !== null && <Rule usage={usage} policyStore={policyStore} />}
    </Section>
  );
}

interface RuleProps {
  readonly usage: CallOutput<'pdfs.usage'>;
  readonly policyStore: OfflinePolicyStore;
}

function Rule({ usage, policyStore }: RuleProps) {
  const text = useText();
  const { offlinePolicy, count, bytes, missing } = usage;
  return (
    <>
      <RadioGroup
        label={text('pdf.settings.keep')}
        options={OFFLINE_POLICIES.map((value) => ({ value, label: text(`pdf.settings.keeps.${value}`) }))}
        value={offlinePolicy.keep}
        onChange={(keep) => void policyStore.choose({ ...offlinePolicy, keep })}
      />
      <Cap
        key={offlinePolicy.capMegabytes}
        megabytes={offlinePolicy.capMegabytes}
        onChange={(capMegabytes) => void policyStore.choose({ ...offlinePolicy, capMegabytes })}
      />
      <p className={fieldStyles.fieldHelp}>
        {text('pdf.settings.held', { count, size: formatFileSize(text, bytes) })}{' '}
        {missing > 0 && text('pdf.settings.missing', { count: missing })}
      </p>
    </>
  );
}

const CAPACITY = offlinePolicySchema.shape.capMegabytes;
const BOUNDS = { least: CAPACITY.minValue ?? 0, most: CAPACITY.maxValue ?? Number.MAX_SAFE_INTEGER };

interface CapProps {
  readonly megabytes: number;
  readonly onChange: (megabytes: number) => void;
}

/** The maximum size of the stored PDFs, saved only on request: a half-typed number is not a valid size. */
function Cap({ megabytes, onChange }: CapProps) {
  const text = useText();
  const [{ typed }, change, drop] = useUnsavedInput(
    { editor: 'pdf-space', subjectId: '' },
    { typed: String(megabytes) },
  );
  const [isWrong, setWrong] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const wanted = /^\d+$/.test(typed.trim()) ? CAPACITY.safeParse(Number(typed)) : null;
    setWrong(wanted?.success !== true);
    if (wanted?.success !== true) return;
    drop();
    onChange(wanted.data);
  }
  return (
    <form className={styles.pdfCapacity} onSubmit={submit} noValidate>
      <Field
        label={text('pdf.settings.cap')}
        help={text('pdf.settings.capHelp', BOUNDS)}
        error={isWrong ? text('pdf.settings.capWrong', BOUNDS) : undefined}
        value={typed}
        onChange={(text) => change({ typed: text })}
      />
      {typed.trim() !== String(megabytes) && (
        <div>
          <Button type="submit">{text('pdf.settings.save')}</Button>
        </div>
      )}
    </form>
  );
}
