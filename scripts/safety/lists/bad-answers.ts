/** Bad inputs: responses of the service. */
import { guard, line, type SafetyLine } from '../line.ts';

const ENVELOPE = 'unit/engine/api/parse/envelope.test.ts';
const RECORDS = 'unit/engine/api/parse/records.test.ts';

export const BAD_ANSWERS: readonly SafetyLine[] = [
  line(
    'B01',
    'No JSON, another encoding, or JSON that is no object',
    {
      [ENVELOPE]: [
        'a list envelope > is refused in UTF-16 and in invalid UTF-8, and accepted behind a byte order mark',
        'a list envelope > is refused when it is …',
        'a single resource must be an object',
      ],
    },
    guard('main/engine/api/parse/envelope.ts', 'parse', ['{ fatal: true }', '{ fatal: false }']),
  ),
  line(
    'B02',
    'An envelope of another kind or without data',
    {
      [ENVELOPE]: ['a list envelope > is refused when it is …'],
      'integration/engine/cache/writer.test.ts': ['a page that is no list changes nothing: …'],
    },
    guard('main/engine/api/parse/envelope.ts', 'parseListEnvelope', [
      "if (!isJsonObject(value) || value['object'] !== 'list')",
      'if (!isJsonObject(value))',
    ]),
  ),
  line(
    'B03',
    'Ids that are missing, malformed, or full of special characters',
    {
      [RECORDS]: [
        'a requisition > is quarantined as … for …',
        'a requisition > may have the id …, which is kept exactly',
      ],
      'integration/engine/api/requests.test.ts': ['the id … stays inside its segment'],
      'integration/engine/opaque-ids.test.ts': ['ids with every kind of character'],
    },
    guard('main/engine/api/http-types.ts', 'getResourcePath', ["encodeURIComponent(id) : ''", "id : ''"]),
  ),
  line(
    'B04',
    'Keys that are special to the language',
    {
      [RECORDS]: ['a requisition > is not affected by keys that are special to JavaScript'],
      'unit/engine/local/outbox/overlay.test.ts': [
        'fields named like properties of Object.prototype are data like any other',
      ],
      'integration/engine/cache/writer.test.ts': [
        'hostile keys and texts are stored unchanged and have no effect',
      ],
      'e2e/system/bad-answers.spec.ts': ['Keys that target prototypes and markup in texts have no effect'],
    },
    guard('main/engine/local/outbox/overlay.ts', 'withFields', [
      'const pending: JsonObject = { ...record, ...Object.fromEntries(fields) };',
      'const pending: any = { ...record };\n  for (const [field, value] of fields) pending[String(field)] = value;',
    ]),
  ),
  line(
    'B05',
    'Values of another type',
    {
      [RECORDS]: ['a requisition > replaces what is missing or mistyped with the empty value and flags it'],
      'integration/renderer/bad-answers.test.tsx': [
        'requisitions that the service sends > with mistyped fields show these as empty, and are marked',
      ],
    },
    guard('main/engine/api/parse/fields.ts', 'ResourceFieldReader', [
      "if (typeof value === 'string') return value;\n    this.#addMismatch(name, value);\n    return '';",
      'return String(value);',
    ]),
  ),
  line(
    'B06',
    'Numbers beyond the precision of the language',
    {
      [ENVELOPE]: [
        'a list envelope > keeps each resource exactly, numbers beyond a double and unknown fields included',
      ],
    },
    guard('main/engine/api/parse/envelope.ts', 'findPrintedText', [
      'text.slice(from, from + printed.length) === printed ? printed : null',
      'printed',
    ]),
  ),
  line(
    'B07',
    'Dates of another form, of no zone or of no calendar',
    {
      'unit/engine/api/parse/time.test.ts': ['reads …', 'refuses …'],
      [RECORDS]: ['a requisition > always has a creation time: … is flagged as …'],
    },
    guard('main/engine/api/parse/fields.ts', 'isCalendarDay', [
      'return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;',
      'return true;',
    ]),
  ),
  line(
    'B08',
    'Deep, wide and huge values',
    {
      [ENVELOPE]: ['a list envelope > survives 200,000 levels of nesting'],
      'unit/engine/api/parse/tidy-text.test.ts': ['survives 200,000 levels of …'],
      'integration/engine/cache/writer.test.ts': [
        'a record that is nested too deeply to be cloned is quarantined with the reason, and the others are stored',
        'texts of five megabytes are stored whole and listed short',
      ],
    },
    guard('main/engine/api/parse/envelope.ts', 'findPrintedText', [
      '  } catch {\n    return null;\n  }\n}\n\ninterface ArraySlices',
      '  } finally {\n  }\n}\n\ninterface ArraySlices',
    ]),
  ),
  line(
    'B09',
    'Types, statuses and objects that are not documented',
    {
      [RECORDS]: [
        'a requisition > keeps types and statuses that the document does not know',
        'a notification > may be about …',
      ],
    },
    guard('main/engine/api/parse/requisition.ts', 'parseRequisition', [
      "type: fields.readText('type'),",
      "type: fields.readText('type') === 'lab' ? 'lab' : 'imaging',",
    ]),
  ),
  line(
    'B10',
    'Who may use a form, or who is asked, in another shape',
    {
      [RECORDS]: [
        'a form > may lack its restriction sets',
        'a form > whose completion requests are an object has none, and a flag',
      ],
      'integration/engine/sender/forms.test.ts': [
        'completion requests that the service shows as an object are not overwritten',
      ],
    },
    guard('main/engine/sender/send-completion.ts', 'listIn', [
      'return Array.isArray(list) ? list : null;',
      'return Array.isArray(list) ? list : [];',
    ]),
  ),
  line(
    'B11',
    'An absent result in two notations, and reviews with odd dates',
    {
      [RECORDS]: [
        'a requisition > treats an absent result as none, in both notations',
        'a requisition > where … needs review: see the table',
      ],
    },
    guard('main/engine/api/parse/requisition.ts', 'parseRequisition', [
      "fields.readReference('requisition_result', 'result') || null",
      "fields.readReference('requisition_result', 'result')",
    ]),
  ),
  line(
    'B12',
    'A confirmation of a delete that is about another form or says no',
    {
      [ENVELOPE]: ['the delete envelope … counts for form_1: …'],
      'integration/engine/sender/forms.test.ts': ['a delete envelope that … is not accepted'],
      'integration/engine/sender/push.test.ts': ['a delete envelope about another form is not accepted'],
    },
    guard('main/engine/api/parse/envelope.ts', 'checkDeleteEnvelope', [
      '= { id, object: kind, delete: true };',
      '= { object: kind };',
    ]),
  ),
  line(
    'B13',
    'Refusals with a page, a stack trace, or nothing',
    {
      'unit/engine/api/errors.test.ts': [
        'are cut, however long or deep the response is',
        'are looked for in the first 2 KB of a text that is no JSON',
        'of any value are one short, well-formed line or none',
      ],
      'integration/engine/api/http.test.ts': ['an error response > shows the message of …'],
    },
    guard('main/engine/api/errors.ts', 'MAX_MESSAGE_LENGTH', [
      'const MAX_MESSAGE_LENGTH = 500;',
      'const MAX_MESSAGE_LENGTH = 500_000;',
    ]),
  ),
];
