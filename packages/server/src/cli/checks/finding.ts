/** What a check found: all is well, it could be better, it has to be repaired, or it could not be looked at. */
export type Status = 'ok' | 'warning' | 'problem' | 'skipped';

export interface Finding {
  readonly check: string;
  readonly status: Status;
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
}
