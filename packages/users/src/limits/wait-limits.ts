/** How long to wait after too many wrong tries. */
export interface WaitLimits {
  /** The first wait; each further one within a day is twice as long, up to `longestWaitSeconds`. */
  firstWaitSeconds: number;
  longestWaitSeconds: number;
}
