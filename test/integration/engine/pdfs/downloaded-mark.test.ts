import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DownloadMarkTools } from '#main/engine/pdfs/downloaded-mark.ts';
import { createDownloadedFileMarker, getSystemDownloadMarkTools } from '#main/engine/pdfs/downloaded-mark.ts';
import { unwrap } from '../../../support/engine.ts';
import { pdfApp } from './pdf-app.ts';

/** 12 March 2026, 12:00. */
const NOON = 1_773_316_800_000;

interface Written {
  readonly to: string;
  readonly text: string;
  /** Whether the marked file was there. */
  readonly isThere: boolean;
}

/** Tools of a platform that note what they are used for. */
function toolsOf(platform: NodeJS.Platform, problem?: Error) {
  const written: Written[] = [];
  const ran: (readonly string[])[] = [];
  const fail = async (): Promise<void> => {
    if (problem !== undefined) throw problem;
  };
  const tools: DownloadMarkTools = {
    platform,
    now: () => NOON,
    writeFile: (to, text) => {
      written.push({ to, text, isThere: existsSync(to.replace(':Zone.Identifier', '')) });
      return fail();
    },
    run: (program, args) => {
      ran.push([program, ...args]);
      return fail();
    },
  };
  return { tools, written, ran };
}

describe('a file is marked as downloaded', () => {
  it('on Windows by the zone of the internet, without the address', async () => {
    const { tools, written, ran } = toolsOf('win32');
    await createDownloadedFileMarker(tools)('C:\\copies\\a.pdf');
    expect(written).toMatchObject([
      {
        to: 'C:\\copies\\a.pdf:Zone.Identifier',
        text: '[ZoneTransfer]\r\nZoneId=3\r\nHostUrl=about:internet\r\n',
      },
    ]);
    expect(ran).toEqual([]);
  });

  it('on macOS by the quarantine attribute, with the time and the name of the program alone', async () => {
    const { tools, written, ran } = toolsOf('darwin');
    await createDownloadedFileMarker(tools)('/copies/a.pdf');
    const seconds = (NOON / 1000).toString(16);
    expect(ran).toEqual([
      ['/usr/bin/xattr', '-w', 'com.apple.quarantine', `0081;${seconds};Intray;`, '/copies/a.pdf'],
    ]);
    expect(written).toEqual([]);
  });

  it('not on Linux, where no program looks at a mark', async () => {
    const { tools, written, ran } = toolsOf('linux');
    await createDownloadedFileMarker(tools)('/copies/a.pdf');
    expect([...written, ...ran]).toEqual([]);
  });

  it('by a program that gets no environment, and whose failure is reported', async () => {
    const { run } = getSystemDownloadMarkTools();
    const program = 'process.exit(Object.keys(process.env).length === 0 ? 0 : 3)';
    await run(process.execPath, ['-e', program]);
    await expect(run(process.execPath, ['-e', 'process.exit(3)'])).rejects.toMatchObject({ code: 3 });
  });
});

describe('the copy of a PDF', () => {
  it.each(['opened', 'saved'] as const)('is marked once it is written, when it is %s', async (purpose) => {
    const { tools, written } = toolsOf('win32');
    const app = await pdfApp({}, { markTools: tools });
    const { id } = await app.fetch();
    const file = path.join(app.folder, 'copy.pdf');
    unwrap(await app.engine().control('pdfs.copyTo', { id, path: file, purpose, replaces: false }));
    expect(written).toMatchObject([{ to: `${file}:Zone.Identifier`, isThere: true }]);
  });

  it('is there without a mark where the file system has none, and only the code is logged', async () => {
    const problem = Object.assign(new Error('SENTINEL in a path'), { code: 'ENOTSUP' });
    const { tools } = toolsOf('win32', problem);
    const app = await pdfApp({}, { markTools: tools });
    const { id, size } = await app.fetch();
    const file = path.join(app.folder, 'copy.pdf');
    const copied = await app
      .engine()
      .control('pdfs.copyTo', { id, path: file, purpose: 'saved', replaces: false });
    expect(unwrap(copied)).toEqual({ bytes: size });
    const logged = app.engine().logged.join('\n');
    expect(logged).toContain('ENOTSUP');
    expect(logged).not.toContain('SENTINEL');
  });
});
