import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openActivity, pendingChanges, RENAME } from '../../../../support/page/activity.ts';
import type { TestPage } from '../../../../support/page/page.ts';
import { usePage } from '../../../../support/page/render.tsx';
import type { PendingChangeInput } from '../../../../support/pending.ts';

usePage();

const getEditor = () => screen.getByRole('region', { name: 'Change what will be sent', hidden: true });

/** Opens the editor of the only pending change. */
async function openEditor(pending: PendingChangeInput): Promise<TestPage> {
  const page = await openActivity({ pending: [pending] });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await screen.findByRole('region', { name: 'Change what will be sent' });
  return page;
}

async function getData(page: TestPage): Promise<Readonly<Record<string, unknown>>> {
  const [change] = await pendingChanges(page);
  return Object.fromEntries((change?.fields ?? []).map(({ field, mine }) => [field, JSON.parse(mine)]));
}

describe('the editor of a pending change', () => {
  it.each([
    ['Ctrl+S', { key: 's', ctrlKey: true }],
    ['Ctrl+Enter', { key: 'Enter', ctrlKey: true }],
  ])('saves with %s, as every editor does', async (_keys, press) => {
    const page = await openEditor(RENAME);
    const name = screen.getByRole('textbox', { name: 'Name' });
    fireEvent.change(name, { target: { value: 'Second' } });
    fireEvent.keyDown(name, { key: press.key });
    expect(getEditor()).toBeDefined();
    fireEvent.keyDown(name, press);
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
    expect(await getData(page)).toEqual({ name: 'Second' });
  });
});
