import pg from 'pg';

/** Throws unless both versions of the plugin have written to its table. */
export async function requireNotes(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT DISTINCT version FROM seat_notes.grants ORDER BY version');
    const found = rows.map(({ version }) => version);
    if (found[0] !== 2 || found[1] !== null) throw new Error(`The plugin has written as versions ${found.join(', ')}.`);
  } finally {
    await client.end();
  }
}
