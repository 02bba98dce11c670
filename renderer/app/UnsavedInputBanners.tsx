import { PencilLine } from 'lucide-react';
import { useStore } from 'zustand';
import type { Screen } from '#contract/screens.ts';
import { getKindOfRecordId } from '#renderer/shared/ids/id-kinds.ts';
import { useGoToRecord } from '#renderer/shared/use-open-record.ts';
import { parseInputKey, type EditorAndSubjectId } from '#renderer/state/editor/unsaved-input.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Banner } from '#renderer/ui/Banner.tsx';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';

/** More than these are not shown at once. */
const MAX_SHOWN = 3;

const SCREENS: Partial<Record<EditorAndSubjectId['editor'], Screen>> = {
  'request-reminder': 'completion-requests',
  'account-label': 'account',
  template: 'requisitions',
  snooze: 'notifications',
  'pending-change': 'outbox',
  'sign-in': 'account',
  'pack-times': 'settings',
  'pdf-space': 'settings',
};

/** Returns the function that shows where the editor of an input is opened. */
function useGoToForm(): (place: EditorAndSubjectId) => void {
  const { view } = useStores();
  const openRecord = useGoToRecord();
  return ({ editor, subjectId }) => {
    const kind = editor === 'reminder' || editor === 'snooze' ? getKindOfRecordId(subjectId) : null;
    const screen = SCREENS[editor];
    if (kind !== null) openRecord(kind, subjectId);
    else if (editor === 'name') view.openRelated(subjectId);
    else if (screen !== undefined) view.go(screen);
  };
}

/** Names the editors whose input an earlier page has left unsaved, because the window was locked or closed. */
export function UnsavedInputBanners() {
  const text = useText();
  const { unsavedInput } = useStores();
  const found = useStore(unsavedInput.found);
  const goTo = useGoToForm();
  return found.slice(0, MAX_SHOWN).map((key) => {
    const place = parseInputKey(key);
    if (place === null) return null;
    const { editor } = place;
    return (
      <Banner
        key={key}
        tone="calm"
        icon={<Icon shape={PencilLine} />}
        text={text('unsavedInput.kept', { what: text(`unsavedInput.form.${editor}`) })}
      >
        {editor !== 'view' && (
          <Button size="small" onPress={() => goTo(place)}>
            {text('unsavedInput.open')}
          </Button>
        )}
        <Button size="small" tone="quiet" onPress={() => unsavedInput.set(key, null)}>
          {text('unsavedInput.discard')}
        </Button>
      </Banner>
    );
  });
}
