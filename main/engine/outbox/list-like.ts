import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { ok, type Result } from '#contract/result.ts';
import type { RequisitionType } from '#contract/requisition.ts';
import type { DeskOperation } from '#main/engine/desk/protocol.ts';
import { listForms } from '#main/engine/service/forms.ts';
import type { Http, Reply } from '#main/engine/service/http.ts';
import type { Paging } from '#main/engine/service/paging.ts';
import { listRequisitions } from '#main/engine/service/requisitions.ts';
import { readList, type RawResource } from '#main/engine/service/wire/envelope.ts';
import { isJsonObject } from '#main/engine/service/wire/fields.ts';
import type { Ground } from './ground.ts';

/** A search for one record never asks for more pages than this. */
const MOST_PAGES = 400;

function page({ kind, data }: DeskOperation, paging: Paging): (http: Http) => Promise<Reply> {
  if (kind === 'form') return (http) => listForms(http, paging);
  const { patient, type, name } = data;
  const search = typeof name === 'string' && name !== '' ? { search: name } : {};
  return (http) =>
    listRequisitions(http, {
      ...paging,
      ...search,
      patient: String(patient), // required of a create
      type: type as RequisitionType, // as above
    });
}

function idOf({ value }: RawResource): unknown {
  return isJsonObject(value) ? value['id'] : undefined;
}

/**
 * Everything on the server that is like what a create makes, by the filters that its list has (service's document, section 4). Pages
 * until one brings nothing new, whatever their size.
 */
export async function listLike(
  ground: Ground,
  operation: DeskOperation,
): Promise<Result<readonly RawResource[]>> {
  const found = new Map<unknown, RawResource>();
  let offset = 0;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const reply = await ground.ask(page(operation, { limit: ASSUMPTIONS.pageLimit.value, offset }));
    if (!reply.ok) return reply;
    const list = readList(reply.value.bytes);
    if (!list.ok) return list;
    const before = found.size;
    for (const resource of list.value) found.set(idOf(resource), resource);
    if (found.size === before) break;
    offset += list.value.length;
  }
  return ok([...found.values()]);
}
