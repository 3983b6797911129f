/** The result of a check. A `problem` must be fixed, a `warning` should be. `skipped`: the check could not run. */
export type Status = 'ok' | 'warning' | 'problem' | 'skipped';

export interface Finding {
  readonly check: string;
  readonly status: Status;
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
}
