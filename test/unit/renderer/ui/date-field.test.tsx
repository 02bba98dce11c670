import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState, type FormEvent } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { afterEach, describe, expect, it } from 'vitest';
import { DateField } from '#renderer/ui/DateField.tsx';
import { typeDay } from '../../../support/page/actions.ts';

afterEach(cleanup);

/** Shows a field in a form, and returns what it has reported. */
function show(locale: string, first = '', error?: string) {
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
