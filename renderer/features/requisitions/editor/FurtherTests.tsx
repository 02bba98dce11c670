import { Plus, Trash2 } from 'lucide-react';
import { REQUISITION_TYPES } from '#contract/requisitions.ts';
import { type FurtherTest, MAX_TESTS_ORDERED_WITH_FIRST } from '#contract/templates.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import fieldStyles from '#renderer/ui/Field.module.css';
import { TestNameField } from './TestNameField.tsx';
import { useFocusOnAddedRow } from './CodedEntryRows.tsx';
import styles from './parts.module.css';

interface FurtherTestsProps {
  readonly tests: readonly FurtherTest[];
  readonly onChange: (tests: readonly FurtherTest[]) => void;
  /** Returns the error message of one row, if it has one. */
  readonly getError: (index: number) => string | undefined;
  readonly error: string | undefined;
}

/** Tests that are ordered together: each becomes a requisition of its own with the same patient and details. */
export function FurtherTests({ tests, onChange, getError, error }: FurtherTestsProps) {
  const text = useText();
  const { ref, focusAdded } = useFocusOnAddedRow<HTMLFieldSetElement>();
  const change = (at: number, patch: Partial<FurtherTest>): void =>
    onChange(tests.map((test, index) => (index === at ? { ...test, ...patch } : test)));
  function add(): void {
    focusAdded(`furtherTests.${tests.length}`);
    onChange([...tests, { type: tests.at(-1)?.type ?? 'lab', name: '' }]);
  }
  return (
    <fieldset ref={ref} className={styles.editorParts}>
      <legend className={fieldStyles.fieldLabel}>{text('editor.furtherTests')}</legend>
      {tests.map((test, index) => {
        const what = test.name || text('editor.furtherTest', { number: index + 1 });
        const label = text('editor.type');
        return (
          // Rows have no id, so the position is the key; inputs are controlled.
          <div key={index} className={styles.furtherTest}>
            <TestNameField
              label={text('editor.furtherTest', { number: index + 1 })}
              value={test.name}
              error={getError(index)}
              anchor={`furtherTests.${index}`}
              onChange={(name) => change(index, { name })}
              onChoose={(chosen) => change(index, chosen)}
            />
            <div className={styles.editorPartActions}>
              <MenuButton
                size="regular"
                label={label}
                groups={[
                  {
                    label,
                    choices: REQUISITION_TYPES.map((id) => ({ id, label: text(`requisition.type.${id}`) })),
                  },
                ]}
                chosen={[test.type]}
                isSet={false}
                onChoose={(id) => {
                  const type = REQUISITION_TYPES.find((known) => known === id);
                  if (type !== undefined) change(index, { type });
                }}
              >
                {text(`requisition.type.${test.type}`)}
              </MenuButton>
              <Button
                tone="quiet"
                icon={<Icon shape={Trash2} />}
                aria-label={text('editor.remove', { what })}
                onPress={() => onChange(tests.filter((_test, at) => at !== index))}
              />
            </div>
          </div>
        );
      })}
      {tests.length > 0 && (
        <p className={fieldStyles.fieldHelp}>
          {text('editor.furtherTestsHelp', { count: tests.length + 1 })}
        </p>
      )}
      {error !== undefined && <p className={fieldStyles.fieldError}>{error}</p>}
      <div>
        <ButtonWithDisabledReason
          size="small"
          icon={<Icon shape={Plus} size={14} />}
          reason={
            tests.length < MAX_TESTS_ORDERED_WITH_FIRST
              ? null
              : text('editor.furtherTestsFull', { most: MAX_TESTS_ORDERED_WITH_FIRST + 1 })
          }
          onPress={add}
        >
          {text('editor.addTest')}
        </ButtonWithDisabledReason>
      </div>
    </fieldset>
  );
}
