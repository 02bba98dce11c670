import type { Notification } from '#contract/notifications.ts';
import { readAppointment } from './appointment.ts';
import { isJsonObject, tidyText } from './fields.ts';
import { readResourceOf, type Reading } from './resource.ts';

const PROPS_LIMIT = 65_536;

function findText(value: unknown, name: string): string {
  const inner = isJsonObject(value) ? value[name] : undefined;
  return typeof inner === 'string' ? inner : '';
}

/**
 * Reads a notification (service's document, section 2.4). The shape of `props` is open except for
 * appointments: it is shown as text.
 */
export function readNotification(value: unknown): Reading<Notification> {
  return readResourceOf('notification', value, (fields, flags, resource) => {
    const { props } = resource;
    fields.inside('props'); // flags what is missing or no object
    return {
      id: fields.text('id'),
      user: fields.reference('user', 'user'),
      title: fields.text('title'),
      text: fields.text('text'),
      read: fields.flag('read'),
      buttons: fields.objects('buttons', (button) => ({
        link: button.text('link'),
        title: button.text('title'),
      })),
      aboutKind: findText(props, 'object'),
      aboutId: findText(props, 'id'),
      appointment: readAppointment(props),
      propsText: props === undefined ? '' : tidyText(props, PROPS_LIMIT),
      createdBy: fields.text('created_by'),
      createdAt: fields.when('created_at'),
      flags,
    };
  });
}
