import { errorTexts } from '#contract/text/en/errors.ts';
import { mainProcessTexts } from '#contract/text/en/system.ts';
import { accessLogTexts } from './access-log.ts';
import {
  accountAndSettingsTexts,
  accountLabelTexts,
  textSizeTexts,
  exportAndImportTexts,
  accountRemovalTexts,
} from './accounts.ts';
import { welcomeAndTourTexts, helpTexts, keyTexts } from './help.ts';
import { outboxScreenTexts, pendingChangeTexts } from './outbox.ts';
import { editorAndRequisitionEditorTexts, unsavedInputTexts } from './editors.ts';
import { formEditorTexts } from './form-editors.ts';
import { formAndCompletionRequestTexts } from './forms.ts';
import { inboxAndAppointmentTexts, snoozeTexts } from './inbox.ts';
import { daySheetTexts } from './day.ts';
import {
  appFrameTexts,
  systemNotificationSettingTexts,
  disabledReasonTexts,
  recordWindowTexts,
} from './common.ts';
import { policyAndComputerCheckTexts, retentionTexts, appUpdateTexts } from './computer.ts';
import { localNameAndFollowUpTexts } from './directory.ts';
import { recordTextsByKind } from './features.ts';
import { homeTexts } from './home.ts';
import { lockAndPinTexts } from './lock.ts';
import { missingRecordTexts } from './missing.ts';
import { newsTexts } from './news.ts';
import { packScheduleTexts } from './pack-schedule.ts';
import { pdfTexts, pdfFindTexts, wideRecordButtonTexts } from './pdf.ts';
import { listQueryTexts, listAndRecordTexts } from './query.ts';
import { worklistTexts } from './requisitions.ts';
import { toastTexts } from './toasts.ts';

/** All strings of the page, in English. Error sentences are in the contract, shared with the command-line program. */
export const englishTexts = {
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
} as const;
