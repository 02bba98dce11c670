import { accessLog } from './en-access-log.ts';
import { account } from './en-accounts.ts';
import { outboxScreen, outbox } from './en-outbox.ts';
import { formEditor, editor } from './en-editors.ts';
import { forms } from './en-forms.ts';
import { inbox } from './en-inbox.ts';
import { day } from './en-day.ts';
import { frame, systemNotifications } from './en-common.ts';
import { computer } from './en-computer.ts';
import { directory } from './en-directory.ts';
import { recordsByKind } from './en-features.ts';
import { lock } from './en-lock.ts';
import { missing } from './en-missing.ts';
import { pdfTexts } from './en-pdf.ts';
import { query, records } from './en-query.ts';
import { worklist } from './en-requisitions.ts';
import { removal } from './en-removal.ts';
import { transfer } from './en-transfer.ts';
import { updates } from './en-updates.ts';

/**
 * All strings of the page, in English. Error messages are in the contract, shared with the command-line
 * program.
 */
export const en = {
  ...frame,
  ...records,
  ...outbox,
  ...outboxScreen,
  ...missing,
  ...recordsByKind,
  ...account,
  ...accessLog,
  ...computer,
  ...directory,
  ...editor,
  ...pdfTexts,
  ...query,
  ...worklist,
  ...systemNotifications,
  ...day,
  ...inbox,
  ...lock,
  ...forms,
  ...formEditor,
  ...removal,
  ...transfer,
  ...updates,
} as const;
