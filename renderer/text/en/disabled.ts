/** Why a button cannot act now. */
export const disabledTexts = {
  disabled: {
    todayShown: 'Today is shown already.',
    preparing: 'The day is being prepared.',
    dayLoading: 'The day has not been read yet.',
    favouriteEmpty: 'Enter it first.',
    favouriteLong: 'It is too long for a favourite.',
    viewSame: 'The list shows this view as it is saved.',
    viewNameSame: 'Enter another name first.',
    nothingTicked: 'Tick a requisition first.',
    updating: 'An update is being looked for, downloaded or installed.',
    running: 'This is under way.',
    fitted: 'The pages fit the width already.',
    noNotifications: 'There is no notification to mark.',
    marking: 'Notifications are being marked.',
    counting: 'The notifications have not been counted yet.',
    removalFirst: 'Decide first about everything that would be lost.',
  },
} as const;
