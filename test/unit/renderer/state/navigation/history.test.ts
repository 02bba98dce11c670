import { describe, expect, it } from 'vitest';
import { createStores } from '#renderer/state/stores.ts';
import { sentOrders } from '../../../../support/builders.ts';
import { testPage } from '../../../../support/page/page.ts';
import { openDemo, SIGNED_OUT } from '../../../../support/values.ts';
import { waitUntilPasses } from '../../../../support/wait.ts';

type App = ReturnType<typeof createStores>;

/** Starts Intray on its first screen. A list that is read without a screen keeps its rows. */
async function start(count = 3) {
  const page = testPage({ requisitions: sentOrders(count) });
  const app = createStores(page.bridge);
  app.start();
  app.browsers.requisition.list.show();
  await waitUntilPasses(() => expect(app.session.store.getState().accounts.session).toBe('open'));
  await waitUntilPasses(() =>
    expect(app.browsers.requisition.list.store.getState().rows).toHaveLength(count),
  );
  return { app, page };
}

/** Makes a change as the user does, who is slower than the program. */
async function does(change: () => void): Promise<void> {
  change();
  await Promise.resolve();
}

/** What is on screen: the screen, its open record, and the id whose related records cover it. */
function shown({ view, browsers }: App): readonly (string | null)[] {
  const { screen, relatedRecords } = view.store.getState();
  const { selected, opened } = browsers.requisition.currentRow.getState();
  return [screen, opened ? selected : null, relatedRecords];
}

const filterOf = ({ worklist }: App) => worklist.list.store.getState().filter;

describe('back and forward', () => {
  it('lead through records and screens in the order in which they were opened', async () => {
    const { app } = await start();
    const { view, browsers, history } = app;
    expect(history.store.getState()).toEqual({ back: 'nothing', forward: 'nothing' });
    await does(() => view.go('requisitions'));
    await does(() => browsers.requisition.open('req_1'));
    await does(() => browsers.requisition.open('req_3'));
    await does(() => view.openRelated('user_p1'));
    await does(() => view.go('day'));

    const seen = [shown(app)];
    while (history.store.getState().back === 'possible') {
      history.goBack();
      seen.push(shown(app));
    }
    expect(seen).toEqual([
      ['day', 'req_3', null],
      ['requisitions', 'req_3', 'user_p1'],
      ['requisitions', 'req_3', null],
      ['requisitions', 'req_1', null],
      ['requisitions', null, null],
      ['home', null, null],
    ]);
    for (const place of seen.toReversed().slice(1)) {
      history.goForward();
      expect(shown(app).toSpliced(1, 1)).toEqual(place.toSpliced(1, 1));
    }
    expect(history.store.getState().forward).toBe('nothing');
  });

  it('take a link, which shows a screen and then a record, for one step', async () => {
    const { app } = await start();
    await does(() => {
      app.view.go('requisitions');
      app.browsers.requisition.open('req_2');
    });
    app.history.goBack();
    expect(shown(app)[0]).toBe('home');
    app.history.goForward();
    expect(shown(app)).toEqual(['requisitions', 'req_2', null]);
  });

  it('do not stop at the records that the user has moved along with one open', async () => {
    const { app } = await start();
    const { browsers, view, history } = app;
    await does(() => view.go('requisitions'));
    await does(() => browsers.requisition.openSelected());
    const first = shown(app)[1];
    await browsers.requisition.move(1);
    await browsers.requisition.move(1);
    expect(shown(app)[1]).not.toBe(first);
    history.goBack();
    expect(shown(app)).toEqual(['requisitions', null, null]);
  });

  it('do not stop twice at a record that got its id from the service meanwhile', async () => {
    const { app } = await start();
    const { browsers, view, history } = app;
    await does(() => view.go('requisitions'));
    await does(() => browsers.requisition.open('req_1'));
    const { store } = browsers.requisition.record;
    await waitUntilPasses(() => expect(store.getState().phase).toBe('ready'));
    // The engine answers for a local id with the record under the service's id.
    await does(() => store.setState({ id: 'req_2' }));
    expect(shown(app)[1]).toBe('req_2');
    history.goBack();
    expect(shown(app)).toEqual(['requisitions', null, null]);
  });

  it('show a list with the query and at the position that it had', async () => {
    const { app } = await start();
    const { browsers, view, worklist, history } = app;
    const position = { ids: ['req_2', 'req_3'], first: 1, offset: 12 };
    await does(() => view.go('requisitions'));
    await does(() => worklist.updateQuery({ text: 'type:lab', tab: 'sent' }));
    const left = filterOf(app);
    browsers.requisition.anchor.current = position;
    await does(() => view.go('home'));
    await does(() => {
      view.go('requisitions');
      worklist.updateQuery({ text: 'shared:no', tab: 'all' });
    });
    history.goBack();
    expect(shown(app)[0]).toBe('home');
    history.goBack();
    expect(filterOf(app)).toEqual(left);
    expect(browsers.requisition.anchor.current).toEqual(position);
    history.goForward();
    history.goForward();
    expect(filterOf(app)).toMatchObject({ text: 'shared:no', tab: 'all' });
    expect(browsers.requisition.anchor.current).toBeNull();
  });

  it('forget what was ahead once the user goes elsewhere', async () => {
    const { app } = await start();
    await does(() => app.view.go('day'));
    app.history.goBack();
    await does(() => app.view.go('forms'));
    expect(app.history.store.getState()).toEqual({ back: 'possible', forward: 'nothing' });
  });

  it('wait for an editor that covers what they would show', async () => {
    const { app } = await start();
    await does(() => app.view.go('requisitions'));
    await does(() => app.browsers.requisition.open('req_1'));
    await app.editor.create();
    expect(app.history.store.getState().back).toBe('editing');
    app.history.goBack();
    expect(shown(app)).toEqual(['requisitions', 'req_1', null]);
    await does(() => app.view.go('home'));
    expect(app.history.store.getState().back).toBe('possible');
  });

  it('remember fifty steps', async () => {
    const { app } = await start();
    for (let turn = 0; turn < 40; turn += 1) {
      await does(() => app.view.go('day'));
      await does(() => app.view.go('forms'));
    }
    let steps = 0;
    for (; app.history.store.getState().back === 'possible'; steps += 1) app.history.goBack();
    expect(steps).toBe(49);
  });

  it('forget everything when the account changes or is signed out', async () => {
    const { app, page } = await start();
    await does(() => app.view.go('requisitions'));
    await does(() => app.browsers.requisition.open('req_1'));
    page.emit('accounts', openDemo({ current: 'a1b2c3d4e5f60718', session: 'opening' }));
    await Promise.resolve();
    expect(app.history.store.getState()).toEqual({ back: 'nothing', forward: 'nothing' });
    expect(shown(app)).toEqual(['home', null, null]);
    await does(() => app.view.go('day'));
    page.emit('accounts', SIGNED_OUT);
    await Promise.resolve();
    expect(app.history.store.getState()).toEqual({ back: 'nothing', forward: 'nothing' });
  });
});
