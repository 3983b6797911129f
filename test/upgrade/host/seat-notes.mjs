/** The migrations of a plugin's own table. The second version of the plugin has both. */
const migrations = [
  {
    name: '0001_grants',
    sql: `CREATE SCHEMA seat_notes;
      CREATE TABLE seat_notes.grants (
        tenant_id uuid NOT NULL REFERENCES identity.tenants (id) ON DELETE CASCADE,
        user_id text NOT NULL
      );
      CREATE INDEX grants_tenant_id_idx ON seat_notes.grants (tenant_id);`,
  },
  { name: '0002_version', sql: 'ALTER TABLE seat_notes.grants ADD COLUMN version int;' },
];

/** A plugin of a team: it notes each granted seat in a table of its own. Releases before it could bring none. */
export const seatNotes = (version) => ({
  name: 'seat-notes',
  declares: { migrations: migrations.slice(0, version) },
  setup: () => ({ subscribers: [{ on: 'seat.granted', handle: version === 1 ? noteGrant : noteGrantWithVersion }] }),
});

async function noteGrant(tx, { tenantId, subjectId }) {
  await tx.$executeRaw`INSERT INTO seat_notes.grants (tenant_id, user_id) VALUES (${tenantId}::uuid, ${subjectId})`;
}

async function noteGrantWithVersion(tx, { tenantId, subjectId }) {
  await tx.$executeRaw`
    INSERT INTO seat_notes.grants (tenant_id, user_id, version) VALUES (${tenantId}::uuid, ${subjectId}, 2)`;
}
