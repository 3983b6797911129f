import type { ImportedPerson } from '../import/person.js';
import type { Remark } from '../import/remark.js';

/** The person of a line. */
export interface PersonLine {
  readonly line: number;
  readonly person: ImportedPerson;
  /** What of the line was left out when it was read. */
  readonly remarks: readonly Remark[];
}
