/** What a test tells the stand-in about the computer. On Linux `lock-screen` never comes by itself. */
export interface PowerMessage {
  /** Seconds without input anywhere on the computer, as the system reports them from now on. */
  readonly idleSeconds?: number;
  /** Seconds that pass at once on the main process's monotonic clock. A minute or more at once is a sleep. */
  readonly passSeconds?: number;
  /** Whether that clock stands still from now on, or goes on from where it stands. */
  readonly isTimeStopped?: boolean;
  /** An event of `powerMonitor`; a suspend may come without a resume, and a resume twice. */
  readonly power?: 'suspend' | 'resume' | 'lock-screen';
}
