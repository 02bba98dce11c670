import { useEffect, useState } from 'react';
import type { Kind } from '#contract/records.ts';
import type { DifferencesSinceViewed } from '#contract/local-data.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { FieldValue, ObjectListTable } from './FieldValue.tsx';
import { formatFieldLabels, getFieldLabel } from '../pending/pending-labels.ts';
import { useDateFormat, useCurrentTime } from './date-time.tsx';
import { parseJsonOrKeepText } from './values.ts';
import styles from './record.module.css';

interface ChangesSinceViewedProps {
  readonly kind: Kind;
  readonly id: string;
  /** A new version of the record counts as a new view. */
  readonly version: number | null;
}

/** For how long a record must be on screen to count as viewed, in milliseconds. */
const VIEWED_AFTER_MS = 600;

/** Saves this version as viewed, and returns the differences from the version viewed before. */
function useViewed({ kind, id, version }: ChangesSinceViewedProps): DifferencesSinceViewed | null {
  const { calls } = useStores();
  const [difference, setDifference] = useState<DifferencesSinceViewed | null>(null);
  useEffect(() => {
    let isShown = true;
    const timer = setTimeout(() => {
      void calls['records.markViewed']({ kind, id }).then((answer) => {
        if (isShown && answer.ok) setDifference(answer.value);
      });
    }, VIEWED_AFTER_MS);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new version counts as a new view
  }, [calls, kind, id, version]);
  return difference;
}

/** The changes of this record since the user last viewed it here, field by field. */
export function ChangesSinceViewed(props: ChangesSinceViewedProps) {
  const text = useText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const difference = useViewed(props);
  if (difference === null || difference.before === null || difference.fields.length === 0) return null;
  return (
    <details className={styles.changedStrip}>
      <summary>
        {text('viewed.title', {
          when: asOf(difference.before, now),
          fields: formatFieldLabels(
            text,
            difference.fields.map(({ field }) => field),
          ),
        })}
      </summary>
      <ObjectListTable
        parts={difference.fields}
        columns={[
          {
            label: text('viewed.field'),
            width: 'narrow',
            renderCell: ({ field }) => getFieldLabel(text, field),
          },
          {
            label: text('viewed.was'),
            renderCell: ({ field, was, is }) => (
              <FieldValue
                field={field}
                value={parseJsonOrKeepText(was)}
                comparedWith={parseJsonOrKeepText(is)}
              />
            ),
          },
          {
            label: text('viewed.is'),
            renderCell: ({ field, was, is }) => (
              <FieldValue
                field={field}
                value={parseJsonOrKeepText(is)}
                comparedWith={parseJsonOrKeepText(was)}
              />
            ),
          },
        ]}
      />
    </details>
  );
}
