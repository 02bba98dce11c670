import type { AppError } from '#contract/result.ts';
import { useState } from 'react';
import { RadioGroup } from 'react-aria-components/RadioGroup';
import type { PendingFieldChange, PendingChange } from '#contract/outbox.ts';
import { getFieldLabel, formatFieldLabels } from '#renderer/shared/pending/pending-labels.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { ButtonWithConfirmation } from '#renderer/ui/ConfirmDialog.tsx';
import { RadioButton } from '#renderer/ui/RadioGroup.tsx';
import {
  chooseSideForAllFields,
  listFieldsOfSide,
  listFieldsChangedByBoth,
  toConflictResolution,
  type ConflictSide,
  type ChosenSides,
} from './conflict-choices.ts';
import { FieldValue } from '#renderer/shared/record/FieldValue.tsx';
import type { ActionRunner } from '#renderer/shared/use-action.ts';
import { parseJsonOrKeepText } from '#renderer/shared/record/values.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import styles from './outbox.module.css';

interface ConflictProps {
  readonly change: PendingChange;
  readonly actionState: ActionRunner<AppError>;
}

/**
 * A conflict, field by field: the original value, the user's, the server's, and a choice for each. The caller gives it the
 * version of the change as key: choices are about the values that were shown.
 */
export function ConflictChoices({ change, actionState }: ConflictProps) {
  const text = useText();
  const { outbox } = useStores();
  const [sides, setSides] = useState<ChosenSides>(new Map());
  const fields = listFieldsChangedByBoth(change);
  const resolution = toConflictResolution(fields, sides);
  const lost = listFieldsOfSide('theirs', fields, sides);

  function apply(): void {
    if (resolution !== null) actionState.act(() => outbox.resolve(change, resolution));
  }

  return (
    <div className={styles.conflict}>
      {fields.map((field) => (
        <DisputedField
          key={field.field}
          field={field}
          side={sides.get(field.field) ?? null}
          onChoose={(side) => setSides(new Map([...sides, [field.field, side]]))}
        />
      ))}
      <div className={styles.writeActions}>
        <Button size="small" tone="quiet" onPress={() => setSides(chooseSideForAllFields('mine', fields))}>
          {text('activity.allMine')}
        </Button>
        <Button size="small" tone="quiet" onPress={() => setSides(chooseSideForAllFields('theirs', fields))}>
          {text('activity.allTheirs')}
        </Button>
      </div>
      <div className={styles.writeActions}>
        {lost.length > 0 && resolution !== null ? (
          <ButtonWithConfirmation
            isDestructive
            label={text('activity.decide')}
            isPending={actionState.isBusy}
            question={text('activity.decideQuestion')}
            yes={text('activity.decideYes')}
            no={text('activity.decideNo')}
            onConfirm={apply}
          >
            <p>{text('activity.decideLoses', { fields: formatFieldLabels(text, lost) })}</p>
          </ButtonWithConfirmation>
        ) : (
          <ButtonWithDisabledReason
            tone="primary"
            isPending={actionState.isBusy}
            reason={resolution === null ? text('activity.decideWhy') : null}
            onPress={apply}
          >
            {text('activity.decide')}
          </ButtonWithDisabledReason>
        )}
        {resolution === null && (
          <span className={styles.writeHint} aria-hidden="true">
            {text('activity.decideWhy')}
          </span>
        )}
      </div>
    </div>
  );
}

interface DisputedFieldProps {
  readonly field: PendingFieldChange;
  readonly side: ConflictSide | null;
  readonly onChoose: (side: ConflictSide) => void;
}

function DisputedField({ field, side, onChoose }: DisputedFieldProps) {
  const text = useText();
  const word = getFieldLabel(text, field.field);
  const mine = parseJsonOrKeepText(field.mine);
  const theirs = parseJsonOrKeepText(field.theirs);
  return (
    <RadioGroup
      className={joinClasses(styles.disputed)}
      aria-label={text('activity.choiceFor', { field: word })}
      value={side}
      onChange={(value) => onChoose(value === 'mine' ? 'mine' : 'theirs')}
    >
      <h4 className={styles.disputedField}>{word}</h4>
      <div className={styles.disputedValue}>
        <span className={styles.disputedWhose}>{text('activity.before')}</span>
        <FieldValue field={field.field} value={parseJsonOrKeepText(field.base)} />
      </div>
      <div className={styles.disputedValue} data-chosen={side === 'mine' ? '' : undefined}>
        <span className={styles.disputedWhose}>{text('activity.mine')}</span>
        <FieldValue field={field.field} value={mine} comparedWith={theirs} />
        <RadioButton spacing="flush" value="mine" label={text('activity.takeMine')} />
      </div>
      <div className={styles.disputedValue} data-chosen={side === 'theirs' ? '' : undefined}>
        <span className={styles.disputedWhose}>{text('activity.theirs')}</span>
        <FieldValue field={field.field} value={theirs} comparedWith={mine} />
        <RadioButton spacing="flush" value="theirs" label={text('activity.takeTheirs')} />
      </div>
    </RadioGroup>
  );
}
