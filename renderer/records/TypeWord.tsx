import { CircleHelp, ClipboardList, FlaskConical, ScanLine, type LucideIcon } from 'lucide-react';
import type { RequisitionType } from '#contract/requisition.ts';
import type { Text } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { serviceLabel } from './service-words.ts';
import { isKnownType } from './standing.ts';

const ICONS: Readonly<Record<RequisitionType, LucideIcon>> = {
  lab: FlaskConical,
  imaging: ScanLine,
  general: ClipboardList,
};

/** A type in words; one that the service's document does not name is only spaced and capitalised. */
export function typeLabel(text: Text, type: string): string {
  if (isKnownType(type)) return text(`requisition.type.${type}`);
  return type === '' ? text('requisition.type.none') : serviceLabel(type);
}

/** The mark of a type. */
export function TypeIcon({ type, size = 16 }: { readonly type: string; readonly size?: 14 | 16 }) {
  return <Icon of={isKnownType(type) ? ICONS[type] : CircleHelp} size={size} />;
}
