export interface ZoneChoice {
  /** IANA name, or `system`. */
  readonly id: string;
  readonly label: string;
}

/** The zones to choose from: the system's first, then all that the platform knows, by name. */
export function zoneChoices(systemLabel: string): readonly ZoneChoice[] {
  const zones = Intl.supportedValuesOf('timeZone').map((id) => ({ id, label: id.replaceAll('_', ' ') }));
  return [
    { id: 'system', label: systemLabel },
    { id: 'UTC', label: 'UTC' },
    ...zones.filter(({ id }) => id !== 'UTC'),
  ];
}
