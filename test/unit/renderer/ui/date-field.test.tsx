import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState, type FormEvent } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { afterEach, describe, expect, it } from 'vitest';
import { DateField, INCOMPLETE_DAY } from '#renderer/ui/DateField.tsx';
import { clearPart, typeDay } from '../../../support/page/actions.ts';

afterEach(cleanup);

/** Shows a field in a form, and returns what it has reported. */
function show(locale: string, first = '', error?: string, reportsIncomplete = false) {
  const days: string[] = [];
  const submitted: string[] = [];
  function Form() {
    const [day, setDay] = useState(first);
    const submit = (event: FormEvent): void => {
      event.preventDefault();
      submitted.push(day);
    };
    return (
      <form onSubmit={submit}>
        <DateField
          label="Due"
          help="The end of that day"
          value={day}
          error={error}
          reportsIncomplete={reportsIncomplete}
          onChange={(value) => {
            days.push(value);
            setDay(value);
          }}
        />
      </form>
    );
  }
  render(
    <I18nProvider locale={locale}>
      <Form />
    </I18nProvider>,
  );
  return { days, submitted };
}

const parts = () => within(screen.getByRole('group', { name: 'Due' })).getAllByRole('spinbutton');

describe('a field of a day', () => {
  it.each([
    ['en-GB', '12/03/2026'],
    ['en-US', '03/12/2026'],
    ['de-DE', '12.03.2026'],
  ])('has day, month and year as %s writes them', (locale, shown) => {
    show(locale, '2026-03-12');
    const [first] = parts();
    expect(first?.parentElement?.textContent.replaceAll(/[^\d./]/g, '')).toBe(shown);
  });

  it('reports the day that is typed, and nothing before it is whole', async () => {
    const { days } = show('en-GB');
    fireEvent(
      parts()[0] as HTMLElement, // the day
      new InputEvent('beforeinput', { data: '4', inputType: 'insertText', bubbles: true, cancelable: true }),
    );
    expect(days).toEqual([]);
    await typeDay('Due', '2026-04-01');
    expect(days.at(-1)).toBe('2026-04-01');
  });

  it('reports a day that lacks a part or does not exist as incomplete where that is asked for, and shows what was typed', async () => {
    const { days } = show('en-GB', '2026-03-31', undefined, true);
    const [day, month, year] = parts();
    clearPart('Due', 'year');
    await waitFor(() => expect(days.at(-1)).toBe(INCOMPLETE_DAY));
    expect([day?.textContent, month?.textContent, year?.textContent]).toEqual(['31', '03', 'yyyy']);
    await typeDay('Due', '2026-03-31');
    await waitFor(() => expect(days.at(-1)).toBe('2026-03-31'));
    fireEvent.keyDown(month as HTMLElement, { key: 'ArrowDown' }); // 31 February
    await waitFor(() => expect(days.at(-1)).toBe(INCOMPLETE_DAY));
    fireEvent.keyDown(month as HTMLElement, { key: 'ArrowUp' });
    await waitFor(() => expect(days.at(-1)).toBe('2026-03-31'));
    for (const part of ['day', 'month', 'year']) clearPart('Due', part);
    await waitFor(() => expect(days.at(-1)).toBe(''));
  });

  it('is empty where what was typed in part is not there any more', async () => {
    const { days } = show('en-GB', INCOMPLETE_DAY, undefined, true);
    await waitFor(() => expect(days).toEqual(['']));
  });

  it('submits its form by Enter', () => {
    const { submitted } = show('en-GB', '2026-03-12');
    fireEvent.keyDown(parts()[0] as HTMLElement, { key: 'Enter' });
    expect(submitted).toEqual(['2026-03-12']);
  });

  it('is described by its help and its error, and says that it is invalid', () => {
    show('en-GB', '', 'Choose a day.');
    const [first] = parts();
    expect(first?.getAttribute('aria-invalid')).toBe('true');
    const described = (first?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.querySelector(`[id="${id}"]`)?.textContent);
    expect(described).toEqual(expect.arrayContaining(['The end of that day', 'Choose a day.']));
  });
});
