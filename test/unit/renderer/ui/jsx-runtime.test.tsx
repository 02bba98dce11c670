import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Highlighted } from '#renderer/ui/Highlighted.tsx';
import { TruncatedText } from '#renderer/ui/TruncatedText.tsx';

afterEach(cleanup);

const NAME = 'Anna \u202eevil Test';

function Pass({ children }: { readonly children: ReactNode }) {
  return children;
}

it.each([
  ['in an element', <bdi key="1">{NAME}</bdi>],
  ['among other parts', <p key="2">for {NAME}, today</p>],
  [
    'in a fragment',
    <p key="3">
      <>{NAME}</>
    </p>,
  ],
  ['in a list of texts', <p key="4">{[NAME, [' and ', NAME]]}</p>],
  ['through a component', <Pass key="5">{NAME}</Pass>],
  ['in one line', <TruncatedText key="6" text={NAME} rows={1} />],
  ['with the words of a search', <Highlighted key="7" text={NAME} words={['test']} />],
])('shows a name %s without a character that turns its letters around', (_where, element) => {
  const { container } = render(<div>{element}</div>);
  expect(container.textContent).toContain('Anna \ufffdevil Test');
  expect(container.textContent).not.toContain('\u202e');
});

it('shows Arabic and Hebrew texts with their marks unchanged', () => {
  const { container } = render(<bdi>{'\u2067ليلى حسن\u2069 ٢٧\u200f/١١ שרה'}</bdi>);
  expect(container.textContent).toBe('ليلى حسن ٢٧\u200f/١١ שרה');
});

it('leaves what an input holds and what an attribute says as the service gave it', () => {
  const { container } = render(<input data-id={NAME} defaultValue={NAME} />);
  const input = container.querySelector('input');
  expect(input?.value).toBe(NAME);
  expect(input?.dataset['id']).toBe(NAME);
});

it('keeps an element without such a text as it is', () => {
  const parts = ['Anna', ' Test'];
  const element = <Pass>{parts}</Pass>;
  expect(element.props).toMatchObject({ children: parts });
});
