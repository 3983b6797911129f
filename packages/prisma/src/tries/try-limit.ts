/** A limit of wrong tries, such as of the passwords of one account from one network. */
export interface TryLimit {
  /** Names what is counted, and for whom. Must not contain personal data in plain text. */
  readonly key: string;
  /** The number of wrong tries within `seconds`. The time starts with the first of them. */
  readonly max: number;
  readonly seconds: number;
  /** The waits after too many wrong tries. Without them, the next try is possible when the time is over. */
  readonly waits?: GrowingWaits;
  /** Whether a right try resets the count of wrong tries and the waits. */
  readonly forgottenByRight?: boolean;
}

/** Each wait within a day is twice as long as the one before. */
export interface GrowingWaits {
  /** Counts the waits. In the order of the database it comes after the keys of the limits, so that no two statements deadlock. */
  readonly key: string;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
}
