/** What a test tells the stand-in about the computer. On Linux `lock-screen` never comes by itself. */
export interface PowerMessage {
  /** Seconds without input anywhere on the computer, as the system reports them from now on. */
  readonly idleSeconds?: number;
  /** An event of `powerMonitor`; a suspend may come without a resume, and a resume twice. */
  readonly power?: 'suspend' | 'resume' | 'lock-screen';
}
