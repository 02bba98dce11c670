import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { switchPageToLocale } from '#renderer/text/text.ts';
import type { Steering, TestPage } from '../../../../support/page/page.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();
afterEach(async () => act(async () => switchPageToLocale('en-GB')));

const onGermanSystem: NonNullable<Steering['app.info']> = async (input, real) => {
  const info = await real(input);
  return info.ok ? ok({ ...info.value, languages: ['de-AT'], systemLocale: 'de-AT' }) : info;
};

/** Shows the page. Like the main process, it sends the settings to the page after each change. */
function showPage(steering: Steering) {
  const page: TestPage = showApp(
    { settings: { timeZone: 'UTC' } },
    {
      'settings.set': async (patch, real) => {
        const saved = await real(patch);
        if (saved.ok) act(() => page.emit('settings', saved.value));
        return saved;
      },
      ...steering,
    },
  );
  return page;
}

async function showSettings(steering: Steering = {}) {
  const page = showPage(steering);
  await screen.findByRole('navigation');
  act(() => page.emit('command', { id: 'go.settings' }));
  return page;
}

/** Chooses a language by its name in itself. */
function choose(group: string, language: RegExp): void {
  fireEvent.click(
    within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name: language }),
  );
}

describe('the language in the settings', () => {
  it('is that of the system at first, and says which that is', async () => {
    await showSettings();
    const group = await screen.findByRole('radiogroup', { name: 'Language of Intray' });
    expect(
      within(group)
        .getAllByRole<HTMLInputElement>('radio')
        .map((radio) => [radio.closest('label')?.textContent, radio.checked]),
    ).toEqual([
      ['Same as the system (English)', true],
      ['English', false],
      ['Deutsch (not reviewed by a speaker)', false],
      ['\u2068العربية\u2069 (not reviewed by a speaker)', false],
    ]);
  });

  it('changes the open screen at once, and back', async () => {
    await showSettings();
    await screen.findByRole('radiogroup', { name: 'Language of Intray' });
    choose('Language of Intray', /^Deutsch/);
    expect(await screen.findByRole('heading', { level: 1, name: 'Einstellungen' })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Anforderungen/ })).toBeTruthy();
    expect(document.documentElement.lang).toBe('de-GB');
    expect(document.title).toBe('Einstellungen – Intray');
    choose('Sprache von Intray', /^English/);
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('en-GB');
  });

  it('follows a system that is set to German', async () => {
    await showSettings({ 'app.info': onGermanSystem });
    expect(await screen.findByRole('radiogroup', { name: 'Sprache von Intray' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Wie das System (Deutsch)' }).checked).toBe(
      true,
    );
    expect(document.documentElement.lang).toBe('de-AT');
  });

  it('says in the chosen language why something failed', async () => {
    const refuse: Steering['settings.set'] = async () => err('storage-read-only');
    await showSettings({ 'app.info': onGermanSystem, 'settings.set': refuse });
    await screen.findByRole('radiogroup', { name: 'Sprache von Intray' });
    choose('Sprache von Intray', /^English/);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Die Einstellung wurde nicht gespeichert. In den Ordner kann nicht geschrieben werden. Prüfen Sie seine Berechtigungen.',
    );
  });
});

describe('a search that is open', () => {
  it('stays as it is when the language changes', async () => {
    const page = showPage({});
    await screen.findByRole('navigation');
    act(() => page.emit('command', { id: 'go.forms' }));
    const search = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search forms' });
    fireEvent.change(search, { target: { value: 'pain' } });
    const settings = await page.bridge.call['settings.set']({ language: 'de' });
    expect(settings).toMatchObject({ ok: true, value: { language: 'de' } });
    expect(await screen.findByRole('searchbox', { name: 'Formular suchen' })).toBe(search);
    expect(search.value).toBe('pain');
  });
});
