import { accessLogTexts } from './en-access-log.ts';
import { accountTexts } from './en-accounts.ts';
import { outboxScreenTexts, pendingChangeTexts } from './en-outbox.ts';
import { formEditorTexts, editorTexts } from './en-editors.ts';
import { formTexts } from './en-forms.ts';
import { inboxTexts } from './en-inbox.ts';
import { dayTexts } from './en-day.ts';
import { frameTexts, systemNotificationTexts } from './en-common.ts';
import { computerTexts } from './en-computer.ts';
import { directoryTexts } from './en-directory.ts';
import { recordTextsByKind } from './en-features.ts';
import { homeTexts } from './en-home.ts';
import { accountLabelTexts } from './en/account-label.ts';
import { pdfWideTexts } from './en/pdf-wide.ts';
import { introductionTexts } from './en/introduction.ts';
import { lock } from './en-lock.ts';
import { missingRecordTexts } from './en-missing.ts';
import { pdfTexts } from './en-pdf.ts';
import { listQueryTexts, recordTexts } from './en-query.ts';
import { worklistTexts } from './en-requisitions.ts';
import { removalTexts } from './en-removal.ts';
import { retention } from './en-retention.ts';
import { transfer } from './en-transfer.ts';
import { updateTexts } from './en-updates.ts';

/**
 * All strings of the page, in English. Error messages are in the contract, shared with the command-line
 * program.
 */
export const englishTexts = {
  ...frameTexts,
  ...recordTexts,
  ...pendingChangeTexts,
  ...outboxScreenTexts,
  ...missingRecordTexts,
  ...recordTextsByKind,
  ...accountTexts,
  ...accessLogTexts,
  ...computerTexts,
  ...directoryTexts,
  ...editorTexts,
  ...pdfTexts,
  ...listQueryTexts,
  ...worklistTexts,
  ...systemNotificationTexts,
  ...dayTexts,
  ...inboxTexts,
  ...homeTexts,
  ...accountLabelTexts,
  ...introductionTexts,
  ...pdfWideTexts,
  ...lock,
  ...formTexts,
  ...formEditorTexts,
  ...removalTexts,
  ...retention,
  ...transfer,
  ...updateTexts,
} as const;
