import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DemoServer } from '#main/demo/server.ts';
import { changeAsOtherClient, getFirstRecord, getServiceRecords } from '../../support/clinic.ts';
import type { PendingChange } from '#contract/outbox.ts';
import type { Kind } from '#contract/records.ts';
import {
  getError,
  expectSuccess,
  type CommandResult,
  type Options,
  openTestCommand,
  type TestCommand,
} from '../../support/command.ts';

// Each test runs several commands, and the machine may be busy.
let command: TestCommand;
let clinic: DemoServer;
beforeEach(async () => {
  command = await openTestCommand({ seed: 11, requisitions: 8, forms: 4, notifications: 5 }, 'synced');
  ({ clinic } = command);
});

const run = (words: readonly string[], options: Options = {}): Promise<CommandResult> =>
  command.run(words, options);

/** The output under --json of a command that must succeed. */
async function json<T>(...words: readonly string[]): Promise<T> {
  return JSON.parse(expectSuccess(await run([...words, '--json'])).out) as T; // as the test says
}

interface Saved {
  readonly number: number;
  readonly id: string;
}
interface Listed {
  readonly items: readonly Pick<PendingChange, 'number' | 'version' | 'state' | 'question' | 'fields'>[];
  readonly next: null;
}

const write = (operation: string, data: object): Promise<Saved> =>
  json('write', operation, '--data', JSON.stringify(data));
const outbox = async (): Promise<Listed['items']> => (await json<Listed>('outbox', 'list')).items;
const getId = (kind: Kind): string => getFirstRecord(clinic, kind).id;
const getRecord = (kind: Kind, id: string) => getServiceRecords(clinic, kind).get(id);

/** Another client changes a form on the service. */
const changeForm = (id: string, fields: object) => changeAsOtherClient(clinic, `/v2/forms/${id}`, fields);

describe('a write', () => {
  test('is saved without a request, and reaches the service once with the next sync', async () => {
    const before = clinic.requests().length;
    const kept = await write('forms.create', { name: 'Intake' });
    expect(kept).toEqual({ number: expect.any(Number), id: expect.stringMatching(/^local_form_/) });
    expect(clinic.requests()).toHaveLength(before);
    expect(await outbox()).toMatchObject([{ ...kept, state: 'saved', label: 'Intake' }]);
    await json('sync');
    await json('sync');
    expect(clinic.writeLog().map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v2/forms']);
    expect([...clinic.listResources('form')].filter(({ name }) => name === 'Intake')).toHaveLength(1);
    expect(await outbox()).toEqual([]);
  });

  test('is saved if the service is unreachable, and the sync that cannot send it ends with 4', async () => {
    const id = getId('notification');
    clinic.faults.add({ match: {}, action: { kind: 'close' } });
    await write('notifications.update', { id, read: true });
    const ended = await run(['sync', '--json']);
    expect({ exit: ended.code, code: getError(ended).code }).toEqual({ exit: 4, code: 'offline' });
    expect(await outbox()).toMatchObject([{ operation: 'notifications.update', state: 'saved' }]);
    clinic.faults.clear();
    await json('sync');
    expect([...clinic.listResources('notification')].find((each) => each['id'] === id)?.['read']).toBe(true);
  });

  test('applies to a create by its local id', async () => {
    const { id } = await write('forms.create', { name: 'Intake' });
    await write('forms.update', { id, description: 'before the first visit' });
    await json('sync');
    expect([...clinic.listResources('form')].filter(({ name }) => name === 'Intake')).toMatchObject([
      { description: 'before the first visit' },
    ]);
  });

  test('takes its data from a file or from stdin, and reports the result as text', async () => {
    const file = join(command.folder, 'write.json');
    writeFileSync(file, JSON.stringify({ name: 'From a file' }));
    const ended = expectSuccess(await run(['write', 'forms.create', '--data', `@${file}`]));
    expect(ended.out).toMatch(/^Saved in the outbox as number \d+, record local_form_\w+\.\n$/);
    expectSuccess(await run(['write', 'forms.create', '--data', '-'], { stdin: '{"name":"From stdin"}' }));
    expect(await outbox()).toMatchObject([{ label: 'From a file' }, { label: 'From stdin' }]);
  });
});

describe('the outbox', () => {
  test('with a rejected change ends the sync with 1, with the service’s message, until it is discarded', async () => {
    const { number } = await write('forms.update', { id: getId('form'), name: 'New' });
    clinic.faults.add({
      match: { method: 'POST' },
      action: { kind: 'answer', status: 422, body: '{"error":{"message":"the name is taken"}}' },
    });
    const ended = await run(['sync', '--json']);
    expect({ exit: ended.code, code: getError(ended).code }).toEqual({ exit: 1, code: 'rejected' });
    expect(expectSuccess(await run(['outbox', 'list'])).out).toMatch(/rejected .*the name is taken/);
    expect(await json('outbox', 'discard', String(number))).toEqual({ discarded: [number] });
    await json('sync');
  });

  test('retries what was rejected, on request', async () => {
    const id = getId('form');
    const { number } = await write('forms.update', { id, name: 'New' });
    clinic.faults.add({
      match: { method: 'POST' },
      action: { kind: 'answer', status: 422 },
    });
    await run(['sync']);
    clinic.faults.clear();
    expect((await json<Listed>('outbox', 'retry', String(number))).items).toMatchObject([
      { number, state: 'saved' },
    ]);
    await json('sync');
    expect(getRecord('form', id)?.['name']).toBe('New');
  });

  test.each([
    [['--take', 'mine'], { name: 'Mine', description: 'mine' }],
    [['--take', 'server'], { name: 'Theirs', description: 'theirs' }],
    [['--take', 'mine', '--fields', 'name'], { name: 'Mine', description: 'theirs' }],
  ])('with a conflict asks, and %j decides', async (words, expected) => {
    const id = getId('form');
    const { number } = await write('forms.update', { id, name: 'Mine', description: 'mine' });
    await changeForm(id, { name: 'Theirs', description: 'theirs' });
    const ended = await run(['sync', '--json']);
    expect({ exit: ended.code, code: getError(ended).code }).toEqual({ exit: 1, code: 'needs-you' });
    expect(await outbox()).toMatchObject([{ number, state: 'needs-you', question: 'conflict' }]);
    expect(expectSuccess(await run(['outbox', 'list'])).out).toMatch(/conflict +name +"Mine" +"Theirs"/);
    expectSuccess(await run(['outbox', 'resolve', String(number), ...words]));
    await json('sync');
    expect(getRecord('form', id)).toMatchObject(expected);
    expect(await outbox()).toEqual([]);
  });

  test('decides and discards with --seen only what is still as it was listed', async () => {
    const id = getId('form');
    const { number } = await write('forms.update', { id, name: 'Mine', description: 'mine' });
    const decide = (...words: readonly string[]) => run(['outbox', ...words, String(number), '--json']);
    await changeForm(id, { name: 'Theirs' });
    await run(['sync']);
    const seen = `--seen=${(await outbox())[0]?.version}`;
    await changeForm(id, { name: 'Theirs again' });
    await decide('resolve', '--take=mine', seen);
    const decided = [await decide('resolve', '--take=server')];
    await run(['sync']);
    expect(await outbox()).toMatchObject([{ question: 'conflict' }]);
    decided.push(await decide('resolve', '--take=server', seen), await decide('discard', seen));
    for (const late of decided)
      expect({ exit: late.code, code: getError(late).code }).toEqual({ exit: 1, code: 'changed-since' });
    const [left] = await outbox();
    expect(left?.fields.map(({ field }) => field)).toEqual(['name', 'description']);
    expectSuccess(await decide('discard', `--seen=${left?.version}`));
    expect(await outbox()).toEqual([]);
  });

  test.each([['retry'], ['discard'], ['resolve', '--take', 'mine']])(
    'reports an unknown number to %s',
    async (word, ...more) => {
      const ended = await run(['outbox', word, '77', ...more, '--json']);
      expect({ exit: ended.code, code: getError(ended).code }).toEqual({ exit: 1, code: 'not-found' });
      expect(getError(ended).detail).toBe('the outbox has no number 77');
    },
  );

  test('is counted in the status, beside the order of the lists and the local store', async () => {
    await write('forms.create', { name: 'Intake' });
    expect(await json('status')).toMatchObject({
      health: {
        outbox: { saved: 1, sending: 0, uncertain: 0, needsYou: 0, rejected: 0 },
        localStore: { state: 'fine' },
      },
    });
    const { out } = expectSuccess(await run(['status']));
    expect(out).toMatch(/^outbox +1 saved, 0 sending, 0 uncertain, 0 to decide, 0 rejected$/m);
    expect(out).toMatch(/^local store +fine$/m);
    expect(out).toMatch(/^kind +state +cached +quarantined +suspected +order +last checked +last complete/m);
  });
});
