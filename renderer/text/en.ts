import { account } from './en-account.ts';
import { activity } from './en-activity.ts';
import { formEditor } from './en-form-editor.ts';
import { forms } from './en-forms.ts';
import { inbox } from './en-inbox.ts';
import { day } from './en-day.ts';
import { alerts } from './en-alerts.ts';
import { directory } from './en-directory.ts';
import { editor } from './en-editor.ts';
import { features } from './en-features.ts';
import { frame } from './en-frame.ts';
import { missing } from './en-missing.ts';
import { outbox } from './en-outbox.ts';
import { paper } from './en-paper.ts';
import { query } from './en-query.ts';
import { records } from './en-records.ts';
import { worklist } from './en-worklist.ts';

/** Every string of the page, in English. Error sentences stand in the contract, shared with the headless command. */
export const en = {
  ...frame,
  ...records,
  ...outbox,
  ...activity,
  ...missing,
  ...features,
  ...account,
  ...directory,
  ...editor,
  ...paper,
  ...query,
  ...worklist,
  ...alerts,
  ...day,
  ...inbox,
  ...forms,
  ...formEditor,
} as const;
