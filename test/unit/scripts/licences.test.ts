import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { licences } from '../../../scripts/build/licences.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-licences-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function addPackage(name: string, code: string, below = root): Promise<string> {
  const folder = join(below, 'node_modules', name);
  await mkdir(folder, { recursive: true });
  const about = { name, version: '1.2.3', license: 'MIT', type: 'module', main: 'index.js' };
  await writeFile(join(folder, 'package.json'), JSON.stringify(about));
  await writeFile(join(folder, 'index.js'), code);
  await writeFile(join(folder, 'LICENSE.md'), `The licence of ${name}`);
  await writeFile(join(folder, 'NOTICE'), `A notice of ${name}`);
  return folder;
}

test('every package of which a module is in a bundle is listed with its licence, and no other one', async () => {
  const direct = await addPackage('direct', `export { value } from 'indirect';`);
  await addPackage('indirect', 'export const value = 1;', direct);
  await addPackage('@scope/styles', 'export const styles = 2;');
  await addPackage('unused', 'export const value = 3;');
  const addon = await addPackage('addon', '');
  await writeFile(
    join(root, 'entry.js'),
    `import { value } from 'direct'; import { styles } from '@scope/styles'; console.log(value, styles);`,
  );
  const file = join(root, 'dist', 'licences.json');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [licences({ file, unbundled: [addon, join(root, 'node_modules', 'not-installed')] })],
    build: { outDir: join(root, 'dist', 'bundle'), rolldownOptions: { input: join(root, 'entry.js') } },
  });
  const listed = JSON.parse(await readFile(file, 'utf8')) as readonly { readonly name: string }[];
  expect(listed.map(({ name }) => name)).toEqual(['@scope/styles', 'addon', 'direct', 'indirect']);
  expect(listed[2]).toEqual({
    name: 'direct',
    version: '1.2.3',
    license: 'MIT',
    text: 'The licence of direct\n\nA notice of direct',
  });
});
