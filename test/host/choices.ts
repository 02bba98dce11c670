/** What the user and the printer do, by variables that the stand-in reads each time it asks. */
export interface Choices {
  /** The path that the user chooses in a save dialog; empty: the user cancels. */
  readonly STAND_IN_SAVE_TO: string;
  /** The button that the user presses in a message box; empty: the one for cancelling. */
  readonly STAND_IN_SAYS: string;
  /** What the printer does with a print. */
  readonly STAND_IN_PRINTER: 'prints' | 'cancels' | 'fails' | 'silent';
}
