/** Strings of the messages about what was done. */
export const toastTexts = {
  toast: {
    label: 'Messages',
    dismiss: 'Dismiss',
    unnamed: {
      requisition: 'Unnamed requisition',
      form: 'Unnamed form',
      notification: 'Untitled notification',
    },
    undo: 'Undo',
    changeDiscarded: '‘{{what}}’ of {{name}} was discarded from the pending changes under Activity.',
    draftDiscarded: 'The draft of {{name}} was discarded from the drafts on this computer.',
    followUpSet: '{{name}} is marked for follow-up on this computer.',
    followUpChanged: 'The follow-up mark of {{name}} was changed on this computer.',
    followUpCleared: 'The follow-up mark of {{name}} was removed from this computer.',
    shared: '{{name}} will be shared with its patient. It waits under Activity until it is sent.',
    snoozed: '{{name}} is hidden from the inbox until {{when}}; it is in the view “Snoozed”.',
    snoozedSeveral_one:
      'One notification is hidden from the inbox until {{when}}; it is in the view “Snoozed”.',
    snoozedSeveral_other:
      '{{count, number}} notifications are hidden from the inbox until {{when}}; they are in the view “Snoozed”.',
    unsnoozedSeveral_one: 'One notification is shown in the inbox as before.',
    unsnoozedSeveral_other: '{{count, number}} notifications are shown in the inbox as before.',
    unsnoozed: '{{name}} is shown in the inbox as before.',
    published: '{{name}} will be published. It waits under Activity until it is sent.',
    fileSaved: '{{file}} was saved in the folder {{folder}}.',
  },
} as const;
