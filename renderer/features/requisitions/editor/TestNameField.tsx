import { useCallback } from 'react';
import type { EntrySuggestion } from '#contract/local-data.ts';
import { REQUISITION_TYPES } from '#contract/requisitions.ts';
import type { FurtherTest } from '#contract/templates.ts';
import { getEmptySuggestionsText } from '#renderer/shared/editing/IdPicker.tsx';
import { getRequisitionTypeLabel } from '#renderer/shared/record/requisition-status.tsx';
import { useQueryResult } from '#renderer/shared/use-query-result.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { ComboBoxField, ComboBoxItemNote } from '#renderer/ui/ComboBoxField.tsx';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';

interface TestNameFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly anchor: string;
  readonly onChange: (name: string) => void;
  /** Called with both values of a test that was chosen from the list; `onChange` has already been called with its name. */
  readonly onChoose: (test: FurtherTest) => void;
}

const SHOWN_LENGTH = 80;

/** The name of a test, with the names that this account has ordered most; choosing one sets its type as well. */
export function TestNameField({ value, onChoose, ...field }: TestNameFieldProps) {
  const text = useText();
  const { calls } = useStores();
  const search = value.trim().slice(0, 1_000);
  const ask = useCallback(() => calls['suggestions.list']({ of: 'tests', search }), [calls, search]);
  const found = useQueryResult(ask);
  const tests: readonly EntrySuggestion[] = found.value?.items ?? [];
  return (
    <ComboBoxField
      {...field}
      value={value}
      items={tests.map((test) => ({
        ...test,
        id: JSON.stringify([test.code, test.description]),
        value: test.code,
      }))}
      onChoose={({ code, description }) => {
        const type = REQUISITION_TYPES.find((known) => known === description);
        if (type !== undefined) onChoose({ type, name: code });
      }}
      showLabel={text('editor.showAll', { what: text('editor.tests') })}
      emptyText={getEmptySuggestionsText(text, found, text('editor.noSuggestion'))}
      renderItem={({ code, description, uses }) => (
        <>
          <bdi>{truncateWithEllipsis(code, SHOWN_LENGTH)}</bdi>
          <ComboBoxItemNote>{text('editor.uses', { count: uses })}</ComboBoxItemNote>
          <ComboBoxItemNote isBelow>{getRequisitionTypeLabel(text, description)}</ComboBoxItemNote>
        </>
      )}
    />
  );
}
