import { errorTexts } from '#contract/text/de/errors.ts';
import { systemTexts } from '#contract/text/de/system.ts';
import type { Translation } from '#contract/text/translation.ts';
import type { englishTexts } from '../en/index.ts';
import { accessLogTexts } from './access-log.ts';
import { accountTexts, accountLabelTexts, textSizeTexts } from './accounts.ts';
import { introductionTexts } from './introduction.ts';
import { outboxScreenTexts, pendingChangeTexts } from './outbox.ts';
import { editorTexts } from './editors.ts';
import { formEditorTexts } from './form-editors.ts';
import { formTexts } from './forms.ts';
import { inboxTexts, snoozeTexts } from './inbox.ts';
import { dayTexts } from './day.ts';
import { frameTexts, systemNotificationTexts, toastTexts, disabledTexts } from './common.ts';
import { computerTexts, retentionTexts } from './computer.ts';
import { directoryTexts } from './directory.ts';
import { recordTextsByKind } from './features.ts';
import { helpTexts } from './help.ts';
import { homeTexts } from './home.ts';
import { keyTexts } from './keys.ts';
import { lockTexts } from './lock.ts';
import { missingRecordTexts } from './missing.ts';
import { packScheduleTexts } from './pack-schedule.ts';
import { pdfTexts, pdfFindTexts, pdfWideTexts } from './pdf.ts';
import { listQueryTexts, recordTexts } from './query.ts';
import { recordWindowTexts } from './record-windows.ts';
import { worklistTexts } from './requisitions.ts';
import { removalTexts } from './removal.ts';
import { transferTexts } from './transfer.ts';
import { unsavedInputTexts } from './unsaved-input.ts';
import { updateTexts } from './updates.ts';

/** All strings of the page, in German. */
export const germanTexts = {
  screen: systemTexts.screen,
  ...frameTexts,
  ...recordTexts,
  ...recordWindowTexts,
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
  ...keyTexts,
  ...lockTexts,
  ...formTexts,
  ...formEditorTexts,
  ...removalTexts,
  ...retentionTexts,
  ...snoozeTexts,
  ...textSizeTexts,
  ...toastTexts,
  ...transferTexts,
  ...unsavedInputTexts,
  ...updateTexts,
  ...errorTexts,
} as const satisfies Translation<typeof englishTexts>;
