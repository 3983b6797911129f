/** A connection of the owner of the tables. */
interface Connection {
  query(text: string): Promise<unknown>;
}

/**
 * Divides the empty table of events at these ids (ascending) instead of by months. Tests fill it with ids that look older
 * than any real one; otherwise all of their events would be in one partition.
 */
export async function divideEvents(connection: Connection, ids: readonly string[]): Promise<void> {
  const bounds = ['MINVALUE', ...ids.map((id) => `'${id}'`), 'MAXVALUE'];
  const parts = ids.concat('last').map(
    (_, index) => `CREATE TABLE identity.events_part_${index + 1} PARTITION OF identity.events
      FOR VALUES FROM (${bounds[index]}) TO (${bounds[index + 1]});`,
  );
  await connection.query(`DO $$
    DECLARE
      month regclass;
    BEGIN
      FOR month IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'identity.events'::regclass LOOP
        EXECUTE format('DROP TABLE %s', month);
      END LOOP;
      ${parts.join('\n')}
    END $$`);
}
