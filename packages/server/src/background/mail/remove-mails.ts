import { run, statement } from '@org/identity-prisma';
import type { Pool } from 'pg';

const remove = statement('remove_mails', 'DELETE FROM identity.outgoing_mails WHERE id = ANY($1::uuid[])');

/** Removes mails that were sent. Those that are sent while a statement runs are removed together by the next one. */
export function createRemovals(pool: Pool): (id: string) => Promise<void> {
  let next: { readonly ids: string[]; readonly done: Promise<void> } | undefined;
  let running: Promise<void> = Promise.resolve();
  return (id) => {
    if (next) next.ids.push(id);
    else {
      const ids = [id];
      const done = running
        .catch(() => undefined)
        .then(async () => {
          next = undefined;
          await run(pool, remove, [ids]);
        });
      running = done;
      next = { ids, done };
    }
    return next.done;
  };
}
