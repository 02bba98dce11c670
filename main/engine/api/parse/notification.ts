import type { Notification } from '#contract/notifications.ts';
import { parseAppointment } from './appointment.ts';
import { isJsonObject, formatIndentedJson } from './fields.ts';
import { parseResourceOfKind, type ParsedResource } from './resource.ts';

const PROPS_LIMIT = 65_536;

function findText(value: unknown, name: string): string {
  const inner = isJsonObject(value) ? value[name] : undefined;
  return typeof inner === 'string' ? inner : '';
}

/**
 * Reads a notification (service's document, section 2.4). The shape of `props` is open except for
 * appointments: it is shown as text.
 */
export function parseNotification(value: unknown): ParsedResource<Notification> {
  return parseResourceOfKind('notification', value, (fields, flags, resource) => {
    const { props } = resource;
    fields.readNested('props'); // Reads it only to flag a value that is missing or no object.
    return {
      id: fields.readText('id'),
      user: fields.readReference('user', 'user'),
      title: fields.readText('title'),
      text: fields.readText('text'),
      read: fields.readFlag('read'),
      buttons: fields.readObjects('buttons', (button) => ({
        link: button.readText('link'),
        title: button.readText('title'),
      })),
      aboutKind: findText(props, 'object'),
      aboutId: findText(props, 'id'),
      patient: '', // The resource has none: the reader takes it from the cached requisition.
      appointment: parseAppointment(props),
      propsText: props === undefined ? '' : formatIndentedJson(props, PROPS_LIMIT),
      createdBy: fields.readText('created_by'),
      createdAt: fields.readTime('created_at'),
      flags,
    };
  });
}
