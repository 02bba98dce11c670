import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const CODE = `
  import './renderer/app/zod-without-eval.ts';
  import { z } from 'zod';
  console.log(z.config().jitless);
`;

test('zod does not probe for eval in the page, which its content security policy forbids', async () => {
  // A process of its own, because zod reads its configuration once.
  const ran = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', CODE]);
  expect((await ran).stdout.trim()).toBe('true');
});
