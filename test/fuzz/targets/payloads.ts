import { isDeepStrictEqual } from 'node:util';
import { KINDS, type Kind } from '#contract/records.ts';
import { checkDeleteEnvelope, parseListEnvelope } from '#main/engine/api/parse/envelope.ts';
import { parsePdfLink } from '#main/engine/api/pdf-link.ts';
import {
  publishedForm,
  rawAppointment,
  rawForm,
  rawList,
  rawNotification,
  rawRequisition,
  sentOrder,
  visitNotification,
} from '../../support/builders.ts';
import { testCache, type TestCache } from '../../support/cache.ts';
import { assertHolds, type FuzzTarget } from '../target.ts';

const RECORDS = [
  sentOrder(),
  rawRequisition(),
  publishedForm(),
  rawForm(),
  rawNotification(),
  visitNotification(),
  rawAppointment(),
];

/** Bytes of responses: what is stored is the service's text, and no payload stops the cache. */
export async function createTarget(): Promise<FuzzTarget> {
  const cache = await testCache();
  return {
    seeds: [
      ...RECORDS.map((record) => JSON.stringify(rawList([record, record]))),
      JSON.stringify(rawList(RECORDS), null, 2),
      '{"object":"requisition","id":"req_1","url":"https://files.example.org/a.pdf","expires_at":"2026-01-01T00:00:00Z"}',
      '{"object":"form","id":"form_1","deleted":true}',
    ],
    tokens: [
      '"data":',
      '"id":"req_1"',
      '"status_history":[]',
      '"object":"list"',
      '{"a":'.repeat(50),
      '[['.repeat(600),
    ],
    run: (input) => {
      checkDeleteEnvelope(input, 'form', 'form_1');
      parsePdfLink(input, 'req_1');
      checkList(input);
      for (const kind of KINDS) checkStored(cache, kind, input);
    },
    close: () => cache.close(),
  };
}

function checkList(input: Uint8Array): void {
  const list = parseListEnvelope(input);
  if (!list.ok) return;
  for (const { text, value } of list.value) {
    assertHolds(!/[\r\n]/.test(text), 'the text of a resource is one line');
    assertHolds(isDeepStrictEqual(JSON.parse(text), value), 'the text of a resource has its value');
  }
}

function checkStored(cache: TestCache, kind: Kind, input: Uint8Array): void {
  cache.begin(kind);
  const stored = cache.page(kind, [], { bytes: new Uint8Array(input), isUrgent: true });
  assertHolds(stored.ok || stored.error.code !== 'internal', 'a page is stored, or refused as unreadable');
  cache.end(kind, 'incomplete');
  const listed = cache.read('records.list', { kind, filter: {}, limit: 500 });
  assertHolds(listed.ok, 'what was stored can be listed');
}
