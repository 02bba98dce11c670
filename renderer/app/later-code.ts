/** The code that is read once the first screen is there: the stores of the other screens, and the commands over all of them. */
export { addScreenStores } from '#renderer/state/stores.ts';
export { runAppCommand } from './commands.ts';
