import { errorTexts } from '#contract/text/de/errors.ts';
import { systemTexts } from '#contract/text/de/system.ts';
import type { Translation } from '#contract/text/translation.ts';
import type { englishTexts } from '../en/index.ts';
import { accessLogTexts } from './access-log.ts';
import { accountLabelTexts } from './account-label.ts';
import { accountTexts } from './accounts.ts';
import { introductionTexts } from './introduction.ts';
import { outboxScreenTexts, pendingChangeTexts } from './outbox.ts';
import { editorTexts } from './editors.ts';
import { formEditorTexts } from './form-editors.ts';
import { formTexts } from './forms.ts';
import { inboxTexts } from './inbox.ts';
import { dayTexts } from './day.ts';
import { frameTexts, systemNotificationTexts } from './common.ts';
import { computerTexts } from './computer.ts';
import { directoryTexts } from './directory.ts';
import { recordTextsByKind } from './features.ts';
import { disabledTexts } from './disabled.ts';
import { helpTexts } from './help.ts';
import { homeTexts } from './home.ts';
import { lock } from './lock.ts';
import { missingRecordTexts } from './missing.ts';
import { packScheduleTexts } from './pack-schedule.ts';
import { pdfTexts } from './pdf.ts';
import { pdfFindTexts } from './pdf-find.ts';
import { pdfWideTexts } from './pdf-wide.ts';
import { listQueryTexts, recordTexts } from './query.ts';
import { worklistTexts } from './requisitions.ts';
import { removalTexts } from './removal.ts';
import { retention } from './retention.ts';
import { snoozeTexts } from './snooze.ts';
import { textSizeTexts } from './text-size.ts';
import { toastTexts } from './toasts.ts';
import { transfer } from './transfer.ts';
import { unsavedInputTexts } from './unsaved-input.ts';
import { updateTexts } from './updates.ts';

/** All strings of the page, in German. */
export const germanTexts = {
  screen: systemTexts.screen,
  ...frameTexts,
  ...recordTexts,
  ...pendingChangeTexts,
  ...outboxScreenTexts,
  ...missingRecordTexts,
  ...recordTextsByKind,
  ...accountTexts,
  ...accountLabelTexts,
  ...introductionTexts,
  ...accessLogTexts,
  ...computerTexts,
  ...directoryTexts,
  ...editorTexts,
  ...pdfTexts,
  ...listQueryTexts,
  ...worklistTexts,
  ...systemNotificationTexts,
  ...dayTexts,
  ...disabledTexts,
  ...packScheduleTexts,
  ...inboxTexts,
  ...helpTexts,
  ...homeTexts,
  ...pdfFindTexts,
  ...pdfWideTexts,
  ...lock,
  ...formTexts,
  ...formEditorTexts,
  ...removalTexts,
  ...retention,
  ...snoozeTexts,
  ...textSizeTexts,
  ...toastTexts,
  ...transfer,
  ...unsavedInputTexts,
  ...updateTexts,
  ...errorTexts,
} as const satisfies Translation<typeof englishTexts>;
