import { errorTexts } from '#contract/text/ar/errors.ts';
import { mainProcessTexts } from '#contract/text/ar/system.ts';
import type { Translation } from '#contract/text/translation.ts';
import type { englishTexts } from '../en/index.ts';
import { accessLogTexts } from './access-log.ts';
import { accountAndSettingsTexts, accountLabelTexts, textSizeTexts } from './accounts.ts';
import { outboxScreenTexts, pendingChangeTexts } from './outbox.ts';
import { editorAndRequisitionEditorTexts } from './editors.ts';
import { formEditorTexts } from './form-editors.ts';
import { formAndCompletionRequestTexts } from './forms.ts';
import { inboxAndAppointmentTexts, snoozeTexts } from './inbox.ts';
import { daySheetTexts } from './day.ts';
import { appFrameTexts, systemNotificationSettingTexts, disabledReasonTexts } from './common.ts';
import { policyAndComputerCheckTexts, retentionTexts } from './computer.ts';
import { localNameAndFollowUpTexts } from './directory.ts';
import { recordTextsByKind } from './features.ts';
import { helpTexts } from './help.ts';
import { homeTexts } from './home.ts';
import { welcomeAndTourTexts } from './introduction.ts';
import { keyTexts } from './keys.ts';
import { lockAndPinTexts } from './lock.ts';
import { missingRecordTexts } from './missing.ts';
import { newsTexts } from './news.ts';
import { packScheduleTexts } from './pack-schedule.ts';
import { pdfTexts, pdfFindTexts, wideRecordButtonTexts } from './pdf.ts';
import { listQueryTexts, listAndRecordTexts } from './query.ts';
import { recordWindowTexts } from './record-windows.ts';
import { worklistTexts } from './requisitions.ts';
import { accountRemovalTexts } from './removal.ts';
import { exportAndImportTexts } from './transfer.ts';
import { toastTexts } from './toasts.ts';
import { unsavedInputTexts } from './unsaved-input.ts';
import { appUpdateTexts } from './updates.ts';

/** All strings of the page, in Arabic. */
export const arabicTexts = {
  screen: mainProcessTexts.screen,
  ...appFrameTexts,
  ...listAndRecordTexts,
  ...recordWindowTexts,
  ...pendingChangeTexts,
  ...outboxScreenTexts,
  ...missingRecordTexts,
  ...recordTextsByKind,
  ...accountAndSettingsTexts,
  ...accountLabelTexts,
  ...welcomeAndTourTexts,
  ...accessLogTexts,
  ...policyAndComputerCheckTexts,
  ...localNameAndFollowUpTexts,
  ...editorAndRequisitionEditorTexts,
  ...pdfTexts,
  ...listQueryTexts,
  ...worklistTexts,
  ...systemNotificationSettingTexts,
  ...daySheetTexts,
  ...disabledReasonTexts,
  ...packScheduleTexts,
  ...inboxAndAppointmentTexts,
  ...helpTexts,
  ...newsTexts,
  ...homeTexts,
  ...pdfFindTexts,
  ...wideRecordButtonTexts,
  ...keyTexts,
  ...lockAndPinTexts,
  ...formAndCompletionRequestTexts,
  ...formEditorTexts,
  ...accountRemovalTexts,
  ...retentionTexts,
  ...snoozeTexts,
  ...textSizeTexts,
  ...toastTexts,
  ...exportAndImportTexts,
  ...unsavedInputTexts,
  ...appUpdateTexts,
  ...errorTexts,
} as const satisfies Translation<typeof englishTexts>;
