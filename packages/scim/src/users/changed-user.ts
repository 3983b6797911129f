import type { LogNotes } from '../log/write-log.js';
import type { Values } from '../protocol/read-resource.js';
import type { CallingDirectory } from '../services.js';
import type { Standing } from '../standing/read-standing.js';
import type { UserRow } from './user-row.js';

/** A user of a directory whom a request changes. */
export interface ChangedUser {
  readonly directory: CallingDirectory;
  /** What the directory is to the member, if the user is one. */
  readonly standing: Standing;
  /** As it was. */
  readonly row: UserRow;
  readonly before: Values;
  readonly after: Values;
  readonly notes: LogNotes;
}
