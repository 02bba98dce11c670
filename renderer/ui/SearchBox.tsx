import { Search, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField } from 'react-aria-components/SearchField';
import { Icon } from './Icon.tsx';
import './search-box.css';

interface SearchBoxProps {
  readonly label: string;
  readonly clearLabel: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const MOST = 1000;

/** The search line at the top of a list. Escape empties it. */
export function SearchBox({ label, clearLabel, value, onChange }: SearchBoxProps) {
  return (
    <SearchField className="search-box" aria-label={label} maxLength={MOST} value={value} onChange={onChange}>
      <Icon of={Search} />
      <Input className="search-box-input" placeholder={label} spellCheck="false" dir="auto" data-search="" />
      {value !== '' && (
        <Button className="search-box-clear" aria-label={clearLabel}>
          <Icon of={X} size={14} />
        </Button>
      )}
    </SearchField>
  );
}
