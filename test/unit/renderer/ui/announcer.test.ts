import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAnnouncer } from '#renderer/ui/announcer.ts';

const REST_MS = 500;

describe('what is said to screen readers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function setUp() {
    const region = document.createElement('div');
    const said: string[] = [];
    const announcer = createAnnouncer();
    const end = announcer.attach(region);
    const rest = (ms = REST_MS): void => {
      vi.advanceTimersByTime(ms);
      const words = [...region.children].map(({ textContent }) => textContent).join(' | ');
      if (words !== '') said.push(words);
      region.replaceChildren();
    };
    return { region, announcer, said, rest, end };
  }

  it('is the last of many words of one source, once they rest', () => {
    const { announcer, said, rest } = setUp();
    const count = {};
    for (const key of ['9 results', '4 results', '1 result']) {
      announcer.say(count, key);
      rest(REST_MS - 1);
    }
    expect(said).toEqual([]);
    rest();
    expect(said).toEqual(['1 result']);
  });

  it('is said once, until its source has been silent', () => {
    const { announcer, said, rest } = setUp();
    const toast = {};
    announcer.say(toast, 'Copied');
    rest();
    announcer.say(toast, 'Copied');
    rest();
    expect(said).toEqual(['Copied']);
    announcer.say(toast, '');
    announcer.say(toast, 'Copied');
    rest();
    expect(said).toEqual(['Copied', 'Copied']);
  });

  it('leaves out what was taken back, and equal words of two sources', () => {
    const { announcer, said, rest } = setUp();
    const [one, other, third] = [{}, {}, {}];
    announcer.say(one, 'Saved');
    announcer.say(other, 'Loading');
    announcer.say(other, '');
    announcer.say(third, 'Saved');
    rest();
    announcer.say(one, 'Offline');
    announcer.say(other, 'Records as of 3:22');
    rest();
    expect(said).toEqual(['Saved', 'Offline | Records as of 3:22']);
  });

  it('is removed after eight seconds, and at the end', () => {
    const { announcer, region, end } = setUp();
    announcer.say({}, 'Saved');
    vi.advanceTimersByTime(REST_MS);
    expect(region.textContent).toBe('Saved');
    vi.advanceTimersByTime(8000);
    expect(region.textContent).toBe('');
    announcer.say({}, 'Too late');
    end();
    vi.advanceTimersByTime(REST_MS);
    expect(region.textContent).toBe('');
  });
});
