import { firstTexts } from './first.ts';

/** Strings of the messages about what was done. */
export const toastTexts = {
  toast: {
    ...firstTexts.toast,
    dismiss: 'Dismiss',
    unnamed: {
      requisition: 'Unnamed requisition',
      form: 'Unnamed form',
      notification: 'Untitled notification',
    },
    undo: 'Undo',
    notUndone:
      'This can no longer be undone, because something was changed or sent since. Nothing was changed.',
    nothingToUndo: 'There is nothing to undo.',
    reviewUndone: 'The review was undone: {{name}}',
    reviewsUndone_one: '{{count, number}} review was undone.',
    reviewsUndone_other: '{{count, number}} reviews were undone.',
    reviewsPartlyUndone:
      'Reviews that were undone: {{undone, number}}. Not undone, see Activity: {{left, number}}.',
    ordersPartlyUndone:
      'Requisitions that were taken back: {{undone, number}}. Not taken back, see Activity: {{left, number}}.',
    markedRead: 'Marked as read: {{name}}',
    markedUnread: 'Marked as unread: {{name}}',
    unreadAgain: 'Unread again: {{name}}',
    readAgain: 'Read again: {{name}}',
    snoozeUndone: 'The snooze was undone: {{name}}',
    snoozesUndone_one: 'The snooze of one notification was undone.',
    snoozesUndone_other: 'The snooze of {{count, number}} notifications was undone.',
    hiddenAgain: 'Snoozed again: {{name}}',
    hiddenAgainSeveral_one: 'One notification is snoozed again.',
    hiddenAgainSeveral_other: '{{count, number}} notifications are snoozed again.',
    show: 'Show',
    draftSaved: 'The draft of {{name}} is saved on this computer, under Activity. It is not sent.',
    unsentFormDeleted: '{{name}} was deleted from this computer. It had not been sent.',
    pdfRemoved: 'The PDF of {{name}} was removed from this computer. It is still on the service.',
    pdfNotPrinted:
      'The PDF of {{name}} was not printed, because its record was left before all pages were drawn.',
    nameSaved: 'The name {{name}} is saved on this computer. It is not sent.',
    nameRemoved: 'The name {{name}} was removed from this computer.',
    templateSaved: 'The template {{name}} is saved on this computer.',
    templateRemoved: 'The template {{name}} was removed from this computer.',
    templateReplacedInput: 'The template {{name}} has replaced what you entered.',
    viewSaved: 'The view {{name}} is saved on this computer.',
    viewRemoved: 'The view {{name}} was removed from this computer.',
    /** What is on this computer and not yet on the service. */
    saved: {
      ordered: 'The requisition {{name}} is saved on this computer. It is not on the service yet.',
      severalOrdered_one: 'The requisition is saved on this computer. It is not on the service yet.',
      severalOrdered_other:
        '{{count, number}} requisitions are saved on this computer. They are not on the service yet.',
      edited: 'The change of {{name}} is saved on this computer. It is not on the service yet.',
      reviewAsked: 'The request to review {{name}} is saved on this computer. It is not on the service yet.',
      formCreated: 'The form {{name}} is saved on this computer. It is not on the service yet.',
      formDeleted: 'The deletion of {{name}} is saved on this computer. It is still on the service.',
      requestsChanged:
        'The completion requests of {{name}} are saved on this computer. They are not on the service yet.',
      requestWithdrawn:
        'The withdrawal of a request of {{name}} is saved on this computer. It is not on the service yet.',
      severalShared_one:
        'One requisition will be shared with its patient. It waits under Activity until it is sent.',
      severalShared_other:
        '{{count, number}} requisitions will be shared with their patients. They wait under Activity until they are sent.',
      shared: '{{name}} will be shared with its patient. It waits under Activity until it is sent.',
      published: '{{name}} will be published. It waits under Activity until it is sent.',
    },
    /** What the service has confirmed. */
    sent: {
      ordered: 'The requisition {{name}} is on the service.',
      severalOrdered_one: 'The requisition is on the service.',
      severalOrdered_other: '{{count, number}} requisitions are on the service.',
      edited: 'The change of {{name}} is on the service.',
      reviewAsked: 'The request to review {{name}} is on the service.',
      formCreated: 'The form {{name}} is on the service. It is not published.',
      formDeleted: '{{name}} is deleted on the service.',
      requestsChanged: 'The completion requests of {{name}} are on the service.',
      requestWithdrawn: 'The request of {{name}} is withdrawn on the service.',
      severalShared_one: 'One requisition is shared with its patient on the service.',
      severalShared_other: '{{count, number}} requisitions are shared with their patients on the service.',
      shared: '{{name}} is shared with its patient on the service.',
      published: '{{name}} is published on the service.',
    },
    someShared_one: '{{count, number}} of {{all, number}} was sent already; the patient may have seen it.',
    someShared_other:
      '{{count, number}} of {{all, number}} were sent already; the patients may have seen them.',
    restNotShared_one:
      '{{count, number}} of {{all, number}} was sent already; the patient may have seen it. The rest is not shared.',
    restNotShared_other:
      '{{count, number}} of {{all, number}} were sent already; the patients may have seen them. The rest is not shared.',
    sharesLeft_one:
      'One of them could not be taken back: it was refused or waits for a decision, under Activity.',
    sharesLeft_other:
      '{{count, number}} of them could not be taken back: they were refused or wait for a decision, under Activity.',
    changeDiscarded: '‘{{what}}’ of {{name}} was discarded from the pending changes under Activity.',
    draftDiscarded: 'The draft of {{name}} was discarded from the drafts on this computer.',
    followUpSet: '{{name}} is marked for follow-up on this computer.',
    followUpChanged: 'The follow-up mark of {{name}} was changed on this computer.',
    followUpCleared: 'The follow-up mark of {{name}} was removed from this computer.',
    snoozed:
      'The notification “{{name}}” is hidden from the inbox until {{when}}; it is in the view “Snoozed”.',
    snoozedSeveral_one:
      'One notification is hidden from the inbox until {{when}}; it is in the view “Snoozed”.',
    snoozedSeveral_other:
      '{{count, number}} notifications are hidden from the inbox until {{when}}; they are in the view “Snoozed”.',
    unsnoozedSeveral_one: 'One notification is shown in the inbox as before.',
    unsnoozedSeveral_other: '{{count, number}} notifications are shown in the inbox as before.',
    unsnoozed: 'The notification “{{name}}” is shown in the inbox as before.',
    fileSaved: '{{file}} was saved in the folder {{folder}}.',
  },
} as const;
