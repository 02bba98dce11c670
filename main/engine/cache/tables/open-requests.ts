import type { Form } from '#contract/forms.ts';
import { parseForm } from '#main/engine/api/parse/form.ts';
import type { Connection, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { listCompletionRequestsInForm } from './ended-requests.ts';
import { readRecordAtRow, type DerivedTableUpdater } from './table.ts';

function writeRequests(db: WritableDb, row: number, form: Form): void {
  // SQLite writes a malformed text as a well-formed one, so that two patients may have the same.
  for (const { patient, requestedAt } of listCompletionRequestsInForm(form))
    db.run(sql`
      INSERT OR IGNORE INTO open_request (form, patient, requested_at)
      VALUES (${row}, ${patient.toWellFormed()}, ${requestedAt})`);
}

/** Keeps the table of open completion requests up to date with the forms (service's document, section 2.2). */
export const openRequestUpdater: DerivedTableUpdater<Form> = (db, row, { after }) => {
  db.run(sql`DELETE FROM open_request WHERE form = ${row}`);
  if (after !== null) writeRequests(db, row, after);
};

/** Adds the open completion requests of the forms that were stored before there was a table of them. */
export function addRequestsOfOlderForms(db: Connection): void {
  const forms = db.all(sql<{ row: number }>`SELECT row FROM form_without_requests`);
  if (forms.length === 0) return;
  db.transaction(() => {
    for (const { row } of forms) {
      const form = readRecordAtRow(db, 'form', row, parseForm);
      if (form !== null) writeRequests(db, row, form);
    }
    db.run(sql`DELETE FROM form_without_requests`);
  });
}
