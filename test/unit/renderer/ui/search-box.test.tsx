import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { SearchBox } from '#renderer/ui/SearchBox.tsx';

function Search() {
  const [value, setValue] = useState('');
  return <SearchBox label="Search" clearLabel="Clear" value={value} onChange={setValue} />;
}

it('A search has the direction of the page while it is empty, and that of its text afterwards', () => {
  render(<Search />);
  const field = screen.getByRole('searchbox');
  expect(field.getAttribute('dir')).toBeNull();
  fireEvent.change(field, { target: { value: 'Ada' } });
  expect(field.getAttribute('dir')).toBe('auto');
});
