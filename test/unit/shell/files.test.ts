import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordIdSchema } from '#contract/record-schemas.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { createPdfFileHandlers } from '#main/shell/files.ts';
import { TempCopies } from '#main/shell/temp-copies.ts';
import { asked, fakeFiles, lastAsk, resetElectron } from '../../support/fake-electron.ts';
import { manualClock, steppingClock } from '../../support/clocks.ts';
import { waitUntilPasses } from '../../support/wait.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const id = recordIdSchema('requisition').parse('req_Maria1Gonzalez2');

let base = '';
let copies: TempCopies;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'intray-papers-'));
  const folder = join(base, 'opened');
  copies = new TempCopies({ folder, clock: systemClock, random: createSeededRandom(3), log: silentLog });
});
afterEach(async () => {
  await copies.close();
  resetElectron();
  rmSync(base, { recursive: true, force: true });
});

/** An engine that writes a copy, or returns why not. */
function setUp(answer: Result<unknown> = ok({ bytes: 3 }), clock: Clock = steppingClock()) {
  const calls: { readonly path: string }[] = [];
  const engine = {
    call: async (_name: string, input: { readonly path: string }): Promise<Result<unknown>> => {
      calls.push(input);
      if (answer.ok) writeFileSync(input.path, 'PDF');
      return answer;
    },
  };
  return { calls, handlers: createPdfFileHandlers({ copies, engine, window: () => null, clock }) };
}

describe('opening a PDF', () => {
  it('gives the viewer a copy that the engine wrote under a generated name', async () => {
    const { calls, handlers } = setUp();
    expect(await handlers['pdfs.open']({ id })).toEqual(ok({}));
    expect(calls).toMatchObject([{ id, purpose: 'opened', replaces: false }]);
    const [path] = lastAsk('shell.openPath');
    expect(path).toBe(calls[0]?.path);
    expect(path).not.toContain('Maria');
    expect(existsSync(String(path))).toBe(true);
  });

  it('says so if no program opens PDFs, and removes the copy', async () => {
    fakeFiles.problem = 'no application knows this';
    fakeFiles.reportsOpened = true;
    const { calls, handlers } = setUp();
    expect(await handlers['pdfs.open']({ id })).toEqual(err('no-viewer'));
    expect(existsSync(String(calls[0]?.path))).toBe(false);
  });

  it('has ended after two seconds where the system never tells, and keeps the copy', async () => {
    const clock = manualClock();
    const { calls, handlers } = setUp(undefined, clock);
    let answer: unknown = null;
    void handlers['pdfs.open']({ id }).then((result) => {
      answer = result;
    });
    await waitUntilPasses(() => expect(clock.waits).toContain(2_000));
    await clock.pass(1_999);
    expect(answer).toBeNull();
    await clock.pass(1);
    expect(answer).toEqual(ok({}));
    expect(existsSync(String(calls[0]?.path))).toBe(true);
  });

  it('opens nothing if the engine wrote nothing', async () => {
    const { handlers } = setUp(err('not-found'));
    expect(await handlers['pdfs.open']({ id })).toEqual(err('not-found'));
    expect(asked.filter(({ name }) => name === 'shell.openPath')).toEqual([]);
  });
});

describe('saving a PDF', () => {
  it('writes to the chosen file, with a suggested name that identifies no patient', async () => {
    fakeFiles.saveTo = join(base, 'chosen.pdf');
    const { calls, handlers } = setUp();
    expect(await handlers['pdfs.saveCopy']({ id })).toEqual(ok({ isSaved: true, path: fakeFiles.saveTo }));
    expect(calls).toEqual([{ id, path: fakeFiles.saveTo, purpose: 'saved', replaces: true }]);
    expect(lastAsk('dialog.showSaveDialog')).toMatchObject([
      { defaultPath: expect.stringMatching(/^requisition-[0-9a-f]{12}\.pdf$/) },
    ]);
  });

  it('requests nothing from the engine if the user cancels', async () => {
    const { calls, handlers } = setUp();
    expect(await handlers['pdfs.saveCopy']({ id })).toEqual(ok({ isSaved: false, path: '' }));
    expect(calls).toEqual([]);
  });

  it('reports why it cannot be written', async () => {
    fakeFiles.saveTo = join(base, 'chosen.pdf');
    const { handlers } = setUp(err('storage-full'));
    expect(await handlers['pdfs.saveCopy']({ id })).toEqual(err('storage-full'));
  });
});

describe('saving several PDFs', () => {
  const second = recordIdSchema('requisition').parse('req_2');

  it('writes them into a new folder of this user alone in the chosen one, so that no file is replaced', async () => {
    fakeFiles.saveTo = base;
    const { calls, handlers } = setUp();
    const saved = await handlers['pdfs.saveCopies']({ ids: [id, second] });
    if (!saved.ok) throw new Error(saved.error.code);
    expect(saved.value).toMatchObject({ isSaved: true, failed: [] });
    expect(saved.value.path.startsWith(join(base, 'requisitions-'))).toBe(true);
    expect(statSync(saved.value.path).mode & 0o777).toBe(0o700);
    expect(readdirSync(saved.value.path)).toHaveLength(2);
    expect(calls).toMatchObject([{ replaces: false }, { replaces: false }]);
    expect(calls.map(({ path }) => path).join()).not.toContain('Maria');
  });

  it('names each that could not be written', async () => {
    fakeFiles.saveTo = base;
    const { handlers } = setUp(err('not-found'));
    expect(await handlers['pdfs.saveCopies']({ ids: [id, second] })).toMatchObject({
      value: {
        failed: [
          { id, error: { code: 'not-found' } },
          { id: second, error: { code: 'not-found' } },
        ],
      },
    });
  });

  it('requests nothing from the engine if the user cancels', async () => {
    const { calls, handlers } = setUp();
    expect(await handlers['pdfs.saveCopies']({ ids: [id] })).toEqual(
      ok({ isSaved: false, path: '', failed: [] }),
    );
    expect(calls).toEqual([]);
  });

  it('says so if the folder cannot be written', async () => {
    fakeFiles.saveTo = join(base, 'gone');
    const { handlers } = setUp();
    expect(await handlers['pdfs.saveCopies']({ ids: [id] })).toMatchObject({
      error: { code: 'storage-read-only' },
    });
  });
});

describe('saving a text', () => {
  const table = { suggested: 'requisitions.csv', text: 'id,name\nreq_1,Ä\n' } as const;

  it('writes it whole, for this user only, over an existing file', async () => {
    const path = join(base, 'table.csv');
    writeFileSync(path, 'an older and longer table\n'.repeat(9), { mode: 0o644 });
    fakeFiles.saveTo = path;
    expect(await setUp().handlers['files.saveText'](table)).toEqual(
      ok({ isSaved: true, path: fakeFiles.saveTo }),
    );
    expect(readFileSync(path, 'utf8')).toBe(table.text);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(base)).toEqual(['table.csv']);
  });

  it('writes the bytes of a picture', async () => {
    const path = join(base, 'chart.png');
    fakeFiles.saveTo = path;
    const picture = { suggested: 'chart.png', png: 'iVBORw0KGgoA/w==' } as const;
    expect(await setUp().handlers['files.savePicture'](picture)).toEqual(
      ok({ isSaved: true, path: fakeFiles.saveTo }),
    );
    expect([...readFileSync(path)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10, 0, 255]);
  });

  it('does nothing if the user cancels, nor does saving a picture', async () => {
    const { handlers } = setUp();
    const picture = { suggested: 'chart.png', png: 'iVBORw0KGgoA/w==' } as const;
    expect(await handlers['files.saveText'](table)).toEqual(ok({ isSaved: false, path: '' }));
    expect(await handlers['files.savePicture'](picture)).toEqual(ok({ isSaved: false, path: '' }));
  });

  it.each([
    ['a folder that is not there', 'nowhere/table.csv'],
    ['a folder', '.'],
  ])('to %s is reported, and leaves nothing', async (_, place) => {
    fakeFiles.saveTo = join(base, place);
    expect(await setUp().handlers['files.saveText'](table)).toMatchObject({
      error: { code: 'storage-read-only' },
    });
    expect(readdirSync(base)).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('to a read-only folder is reported', async () => {
    chmodSync(base, 0o500);
    fakeFiles.saveTo = join(base, 'table.csv');
    const answer = await setUp().handlers['files.saveText'](table);
    chmodSync(base, 0o700);
    expect(answer).toMatchObject({ error: { code: 'storage-read-only' } });
  });
});
