import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import type { EntryDraft } from '#renderer/state/write-edits.ts';

interface EntriesFieldProps {
  readonly label: string;
  /** The field of an entry by which people know it. */
  readonly head: 'code' | 'name';
  readonly entries: readonly EntryDraft[];
  readonly error: string | undefined;
  readonly onChange: (entries: readonly EntryDraft[]) => void;
}

function toText(entry: EntryDraft, field: string): string {
  const value = entry[field];
  return typeof value === 'string' ? value : '';
}

/** Diagnoses or scripts to edit: each with its code or name and its description, to add to and to take from. */
export function EntriesField({ label, head, entries, error, onChange }: EntriesFieldProps) {
  const text = useText();
  const change = (at: number, field: string, words: string): void =>
    onChange(entries.map((entry, index) => (index === at ? { ...entry, [field]: words } : entry)));
  return (
    <fieldset className="entries">
      <legend className="field-label">{label}</legend>
      {entries.map((entry, index) => (
        // Entries are told apart by their place alone; one that is taken away takes its own line with it.
        <div key={index} className="entry">
          <Field
            label={text(`activity.editor.${head}`)}
            value={toText(entry, head)}
            onChange={(words) => change(index, head, words)}
          />
          <Field
            label={text('activity.editor.description')}
            value={toText(entry, 'description')}
            onChange={(words) => change(index, 'description', words)}
          />
          <Button
            size="small"
            onPress={() => onChange(entries.filter((_, other) => other !== index))}
            aria-label={text('activity.editor.remove', {
              what: toText(entry, head) || text('activity.editor.entry', { number: index + 1 }),
            })}
          >
            {text('activity.editor.take')}
          </Button>
        </div>
      ))}
      {error !== undefined && <p className="field-error">{error}</p>}
      <div>
        <Button size="small" onPress={() => onChange([...entries, { [head]: '', description: '' }])}>
          {text('activity.editor.add')}
        </Button>
      </div>
    </fieldset>
  );
}
