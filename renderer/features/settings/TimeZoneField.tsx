import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { useText } from '#renderer/text/text.ts';
import { createFormat } from '#renderer/ui/format.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { zoneChoices } from './model.ts';

interface TimeZoneFieldProps {
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

/** The desk's time zone, found by typing. */
export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const text = useText();
  const zones = useMemo(
    () => zoneChoices(text('settings.timeZoneSystem', { zone: createFormat('system').zone })),
    [text],
  );
  return (
    <ComboBox
      className="field zone"
      defaultItems={zones}
      value={value}
      onChange={(key) => typeof key === 'string' && onChange(key)}
      menuTrigger="focus"
    >
      <Label className="field-label">{text('settings.timeZone')}</Label>
      <div className="zone-line">
        <Input className="field-input" spellCheck="false" />
        <Button className="zone-button" aria-label={text('settings.timeZoneShow')}>
          <Icon of={ChevronDown} />
        </Button>
      </div>
      <Text slot="description" className="field-help">
        {text('settings.timeZoneHelp')}
      </Text>
      <Popover className="popover" offset={4}>
        <ListBox<(typeof zones)[number]> className="zone-list">
          {(zone) => (
            <ListBoxItem id={zone.id} className="zone-item" textValue={zone.label}>
              {zone.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
