import { PLAIN_DIALECT } from '#main/demo/dialect/dialect.ts';
import type { DialectChoices } from '#main/demo/dialect/unspecified-points.ts';
import { type Json, openClinic, type OpenClinic } from './open-clinic.ts';

export const NEW = { patient: 'user_1', type: 'lab', ordering_provider: 'user_2', name: 'Lipids' };
export const REQUISITIONS = '/v2/requisitions';

/** A clinic with the plain dialect except for some points. */
export const speaking = (choices: Partial<DialectChoices>): Promise<OpenClinic> =>
  openClinic({ dialect: { name: 'test', choices: { ...PLAIN_DIALECT.choices, ...choices } } });

/** Creates a requisition and returns it as a GET shows it. */
export const made = async (clinic: OpenClinic, body: object = NEW): Promise<Json> => {
  const { json } = await clinic.post(REQUISITIONS, body);
  return (await clinic.get(`${REQUISITIONS}/${json.id}`)).json;
};

/** The ids of a list, in its order. */
export const getIds = async (clinic: OpenClinic, path: string): Promise<string[]> =>
  (await clinic.list(path)).map(({ id }) => id);
