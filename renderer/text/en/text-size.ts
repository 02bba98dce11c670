/** Strings of the setting for the size of texts. */
export const textSizeTexts = {
  textSize: {
    label: 'Text size',
    percent: '{{percent}} %',
    other: '{{size}}, chosen in the View menu',
    help: 'Everything in the window becomes larger or smaller with it, as with the zoom of the View menu. It stays after a restart.',
  },
} as const;
