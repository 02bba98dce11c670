/** Strings of records that the service no longer returns. */
export const missingRecordTexts = {
  missing: {
    title: 'No longer on the service',
    lead_one:
      'The service has stopped returning these records. What was last known of them stays readable here: until you confirm where something is open, then for {{count, number}} day. With a reminder or an unsent change it stays longer.',
    lead_other:
      'The service has stopped returning these records. What was last known of them stays readable here: until you confirm where something is open, then for {{count, number}} days. With a reminder or an unsent change it stays longer.',
    failed: 'These records could not be read.',
    heldLead_one:
      'One record under {{kind}} is missing, and that is a large part of them. It stays in its list until you confirm. If you did not expect this, ask the administrator of the service first.',
    heldLead_other:
      '{{count, number}} records under {{kind}} are missing, and that is a large part of them. They stay in their list until you confirm. If you did not expect this, ask the administrator of the service first.',
    beingChecked_one: 'One more is being checked with the next syncs.',
    beingChecked_other: '{{count, number}} more are being checked with the next syncs, a hundred at a time.',
    takeOut_one: 'Remove it from the list',
    takeOut_other: 'Remove these {{count, number}} from the list',
    takeOutQuestion_one: 'Remove one record from its list?',
    takeOutQuestion_other: 'Remove {{count, number}} records from their list?',
    takeOutWhat_one:
      'They can still be read here for at least {{count, number}} day. If the service returns one again, it comes back to its list with its reminders and notes.',
    takeOutWhat_other:
      'They can still be read here for at least {{count, number}} days. If the service returns one again, it comes back to its list with its reminders and notes.',
    takeOutYes: 'Remove from the list',
    takeOutNo: 'Keep in the list',
    openLead: 'These records still have open items. Check each one, then confirm.',
    seen: 'Confirm',
    notConfirmed: 'The confirmation was not saved.',
    closed_one: 'One record removed from the lists',
    closed_other: '{{count, number}} records removed from the lists',
    cut: 'Some missing records are not shown.',
    reason: { gone: 'No longer on the service', forbidden: 'You may no longer see it' },
    since: 'removed from the lists {{when}}',
    review: 'A review is open',
    reminders_one: 'A reminder is set',
    reminders_other: '{{count, number}} reminders are set',
    unsent_one: 'A change was not sent',
    unsent_other: '{{count, number}} changes were not sent',
    read: 'Show last known content',
    hide: 'Hide',
    loading: 'Loading the last known content',
    lastKnown: 'Last received {{when}}. The record is no longer on the service, so this may not be current.',
    hidden:
      'The service no longer lets you see this record, so its content is hidden here too. Your own reminders, notes and pending changes are kept.',
    unnamed: { requisition: 'A requisition', form: 'A form', notification: 'A notification' },
  },
} as const;
