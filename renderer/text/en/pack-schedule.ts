import { firstTexts } from './first.ts';

/** Strings of the downtime packs that are made by themselves before each shift. */
export const packScheduleTexts = {
  packs: {
    ...firstTexts.packs,
    title: 'Downtime pack before each shift',
    lead: 'Intray makes the pack of the day by itself at these times while it is open and unlocked; otherwise as soon as it is. It replaces the former pack in the folder once the new one is complete. Switching on makes one at once.',
    folder: 'Folder',
    noFolder: 'none chosen',
    chooseFolder: 'Choose folder',
    folderFirst: 'Choose a folder first.',
    times: 'Times of the day',
    timesHelp: 'At most {{most}}, before each shift begins. For example 06:30, 14:30',
    timesWrong: 'Enter between one and {{most}} times such as 06:30.',
    passwordKept:
      'Intray keeps this password, encrypted with the records of the account, until packs are switched off. The people who need a pack have to know it: the file cannot be opened without it.',
    save: 'Save',
    unchanged: 'Nothing has been changed.',
    switchOn: 'Switch on',
    switchOff: 'Switch off and forget the password',
    renew: 'Change the password',
  },
} as const;
