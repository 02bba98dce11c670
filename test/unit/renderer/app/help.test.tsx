import { readFileSync } from 'node:fs';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { RELEASE_HIGHLIGHTS_VERSION } from '#renderer/app/help/highlights.ts';
import { readNewestChanges } from '#renderer/app/help/NewsPage.tsx';
import { newsTexts as germanNews } from '#renderer/text/de/news.ts';
import { newsTexts } from '#renderer/text/en/news.ts';
import { switchPageToLocale } from '#renderer/text/text.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();
afterEach(async () => act(async () => switchPageToLocale('en-GB')));

async function openHelp(...setUp: Parameters<typeof showApp>) {
  const page = showApp(...setUp);
  await screen.findByRole('navigation', { name: 'Navigation' });
  fireEvent.keyDown(document.body, { key: 'F1' });
  const dialog = await screen.findByRole('dialog', { name: 'Help' });
  return { page, dialog };
}
const choose = (dialog: HTMLElement, name: string) =>
  fireEvent.click(within(dialog).getByRole('radio', { name }));

describe('the help', () => {
  it('opens by F1 with keys, words, what to do offline and whom to ask, and leads to all keys', async () => {
    const { dialog } = await openHelp();
    for (const heading of ['The first keys', 'The words', 'Without a network', 'Whom to ask'])
      expect(within(dialog).getByRole('heading', { name: heading })).toBeDefined();
    expect(dialog.textContent).toContain('Ctrl+K');
    fireEvent.click(within(dialog).getByRole('button', { name: 'All keys' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
    expect(screen.queryByRole('dialog', { name: 'Help' })).toBeNull();
  });

  it('opens at the page that the menu names', async () => {
    const { page } = await openHelp();
    act(() => page.emit('command', { id: 'help.support' }));
    expect(await screen.findByRole('heading', { name: 'File for support' })).toBeDefined();
  });

  it('says what is new in the language of the user, and every change of the changelog on request', async () => {
    const { dialog } = await openHelp();
    choose(dialog, 'What’s new');
    expect(
      within(dialog).getByRole('heading', { name: `Version ${RELEASE_HIGHLIGHTS_VERSION}` }),
    ).toBeDefined();
    const [first] = Object.values(newsTexts.news);
    expect(within(dialog).getAllByRole('listitem')[0]?.textContent).toBe(first);
    await act(async () => switchPageToLocale('de'));
    const shown = within(dialog).getAllByRole('listitem');
    expect(shown.map(({ textContent }) => textContent)).toEqual(Object.values(germanNews.news));
    fireEvent.click(within(dialog).getByRole('button', { name: /auf Englisch$/ }));
    const [entry] = await within(dialog).findAllByText(/^(Added|Changed|Fixed|Security):$/);
    expect(entry?.closest('ul')?.lang).toBe('en');
  });

  it('lists the shipped packages with their licences, and says where the list cannot be read', async () => {
    const packages = [{ name: 'zod', version: '4.6.7', license: 'MIT', text: 'Copyright (c) Colin' }];
    let isBroken = true;
    const { dialog } = await openHelp(
      {},
      { 'app.licences': async () => (isBroken ? err('file-unreadable') : ok({ packages })) },
    );
    choose(dialog, 'About and licences');
    expect((await within(dialog).findByRole('alert')).textContent).toContain('could not be read');
    isBroken = false;
    fireEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
    fireEvent.click(await within(dialog).findByRole('button', { name: 'zod 4.6.7 · MIT' }));
    expect(await within(dialog).findByText('Copyright (c) Colin')).toBeDefined();
  });

  it('shows the text of a support file before it is saved, and saves exactly this text', async () => {
    const { page, dialog } = await openHelp(
      {},
      { 'support.prepare': async () => ok({ text: '[Versions]\nIntray 0.1.0' }) },
    );
    choose(dialog, 'File for support');
    expect(within(dialog).queryByRole('button', { name: 'Save as a file' })).toBeNull();
    const collect = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Collect' });
    fireEvent.click(collect);
    // The button can keep the focus while the text is collected.
    expect([collect.getAttribute('aria-disabled'), collect.disabled]).toEqual(['true', false]);
    expect((await within(dialog).findByLabelText('Text of the file')).textContent).toBe(
      '[Versions]\nIntray 0.1.0',
    );
    expect(page.inputs('files.saveText')).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save as a file' }));
    await waitFor(() =>
      expect(page.inputs('files.saveText')).toEqual([
        { suggested: 'intray-support.txt', text: '[Versions]\nIntray 0.1.0' },
      ]),
    );
    expect(await within(dialog).findByText('Saved: /home/user/intray-support.txt')).toBeDefined();
  });
});

describe('the highlights', () => {
  it('are those of this version: who raises the version writes new ones', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
    const [released] = version.split('-');
    expect(RELEASE_HIGHLIGHTS_VERSION).toBe(released);
  });
});

describe('the changelog', () => {
  it('is read to the newest version with entries, the newest first, each as one line', () => {
    const changelog = [
      '# Changelog\n\n## Unreleased\n\n## 0.2.0\n',
      '- Added: the `first` change\n  on two lines.',
      '- Fixed: the second one.',
      '- A line of another shape.\n\n## 0.1.0\n\n- Added: old.\n',
    ].join('\n');
    expect(readNewestChanges(changelog, 10)).toEqual([
      { kind: 'Fixed', words: 'the second one.' },
      { kind: 'Added', words: 'the first change on two lines.' },
    ]);
    expect(readNewestChanges(changelog, 1)).toHaveLength(1);
    expect(readNewestChanges('# Changelog\n', 10)).toEqual([]);
  });
});
