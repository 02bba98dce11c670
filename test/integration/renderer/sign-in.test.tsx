import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { FaultAction } from '#main/demo/faults.ts';
import { showClinic } from '../../support/page/clinic-page.tsx';

interface Entry {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly jwt: string;
}

const LABELS = { baseUrl: 'Base address', accessToken: 'Access token', jwt: 'JWT' } as const;

async function signIn(entry: Partial<Entry>): Promise<void> {
  await screen.findByLabelText('Base address');
  for (const [field, value] of Object.entries(entry))
    fireEvent.change(screen.getByLabelText(LABELS[field as keyof Entry]), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

const html: FaultAction = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Welcome to the guest network</title>',
};
const otherClient: FaultAction = {
  kind: 'answer',
  status: 302,
  headers: { location: 'https://elsewhere.invalid/' },
};

describe('the sign-in', () => {
  it.each<readonly [what: string, action: FaultAction, sentence: string]>([
    ['refuses the tokens', { kind: 'answer', status: 401 }, 'does not accept these tokens'],
    ['forbids everything', { kind: 'answer', status: 403 }, 'does not accept these tokens'],
    ['answers HTML', html, 'sent a response that Intray cannot read'],
    ['answers nothing', { kind: 'answer', status: 200, body: '' }, 'sent a response that Intray cannot read'],
    ['cuts its answer', { kind: 'truncate', keepBytes: 20 }, 'cannot'],
    ['answers another shape', { kind: 'replace', body: () => ['no', 'list'] }, 'cannot read'],
    ['sends the request elsewhere', otherClient, 'The address sends requests elsewhere.'],
    ['has trouble', { kind: 'answer', status: 500 }, 'The service had trouble of its own.'],
    ['hangs up', { kind: 'close' }, 'The service cannot be reached.'],
  ])('explains in a sentence that a service %s, and keeps the input', async (_what, action, sentence) => {
    const { clinic } = await showClinic({}, { isSignedIn: false });
    clinic.faults.add({ match: {}, action });
    const { baseUrl, accessToken, jwt } = clinic;
    await signIn({ baseUrl, accessToken, jwt });
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    expect(screen.getByLabelText('Base address')).toHaveProperty('value', baseUrl);
    expect(screen.getByLabelText('Access token')).toHaveProperty('value', accessToken);
    expect(screen.getByLabelText('JWT')).toHaveProperty('value', jwt);
    clinic.faults.clear();
    await signIn({});
    await screen.findByText('60 requisitions');
  });

  it('explains that the tokens are refused', async () => {
    const { clinic } = await showClinic({}, { isSignedIn: false });
    const { baseUrl, jwt } = clinic;
    await signIn({ baseUrl, accessToken: 'not-the-token', jwt });
    expect((await screen.findByRole('alert')).textContent).toContain('does not accept these tokens');
  });

  it.each([
    'http://clinic.example.org',
    'https://name:word@clinic.example.org',
    'https://192.168.1.10',
    'ftp://clinic.example.org',
    'clinic',
  ])('refuses the address %s before anything is sent', async (baseUrl) => {
    const { clinic } = await showClinic({}, { isSignedIn: false });
    const { accessToken, jwt } = clinic;
    await signIn({ baseUrl, accessToken, jwt });
    await waitFor(() => expect(screen.getAllByText(/^Enter the host name of the service/)).not.toEqual([]));
    expect(clinic.requests()).toHaveLength(0);
  });

  it('names each missing field of an empty form', async () => {
    await showClinic({}, { isSignedIn: false });
    await signIn({ baseUrl: '' });
    for (const words of ['Enter the base address.', 'Enter the access token.', 'Enter the JWT.'])
      expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
  });
});
