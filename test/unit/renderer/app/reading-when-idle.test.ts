import { expect, it, onTestFinished, vi } from 'vitest';
import { startReadingPartsWhenIdle } from '#renderer/app/read-parts-when-idle.ts';
import { createStores } from '#renderer/state/stores.ts';
import { testPage } from '../../../support/page/page.ts';
import { waitUntilPasses } from '../../../support/wait.ts';

it('Once the page has nothing else to do, the parts of the program are read, then the rows of its lists', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => void setTimeout(run));
  vi.stubGlobal('document', { fonts: [] });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { bridge, asked } = testPage();
  const stores = createStores(bridge);
  await stores.session.load();
  const done: string[] = [];
  const before = asked.length;
  const stop = startReadingPartsWhenIdle({
    load: async () => void done.push('stores'),
    run: (action) => {
      done.push('lists');
      action(stores);
    },
  });
  onTestFinished(stop);
  await waitUntilPasses(() => expect(done).toEqual(['stores', 'lists']));
  const pages = asked.slice(before).filter(({ name }) => name.endsWith('.page'));
  expect(pages.map(({ name }) => name)).toEqual(['worklist.page', 'inbox.page', 'forms.page']);
});
