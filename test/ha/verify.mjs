import { applicationId, purchased, tenantId } from './world.mjs';

/** Compares the database with every confirmed response. The load must have stopped. */
export async function verifyDatabase(cluster, record, { seats, invitations }) {
  return cluster.onLeader(async (client) => {
    const held = new Set(
      await column(client, 'SELECT user_id FROM identity.seats WHERE application_id = $1', [applicationId]),
    );
    for (const { states } of seats) {
      for (const [userId, state] of states) {
        if (state === 'held' && !held.has(userId)) record.violation(`the granted seat of ${userId} is not stored`);
        if (state === 'free' && held.has(userId)) record.violation(`the revoked seat of ${userId} is stored`);
      }
    }
    const [assigned] = await column(
      client,
      'SELECT quantity_assigned FROM identity.subscriptions WHERE tenant_id = $1',
      [tenantId],
    );
    if (held.size > purchased) record.violation(`${held.size} seats are assigned of ${purchased}`);
    if (assigned !== held.size) record.violation(`the subscription counts ${assigned} seats, there are ${held.size}`);
    const [difference] = await column(
      client,
      `SELECT (count(*) FILTER (WHERE type = 'seat.granted') - count(*) FILTER (WHERE type = 'seat.revoked'))::int
       FROM identity.events WHERE tenant_id = $1`,
      [tenantId],
    );
    if (difference !== held.size) record.violation(`the events count ${difference} seats, there are ${held.size}`);

    const { rows } = await client.query('SELECT id, status FROM identity.invitations WHERE tenant_id = $1', [tenantId]);
    const stored = new Map(rows.map(({ id, status }) => [id, status]));
    for (const [id, status] of invitations.confirmed) {
      if (stored.get(id) !== status) record.violation(`invitation ${id} is ${stored.get(id)}, confirmed as ${status}`);
    }
    return { seats: held.size, invitations: invitations.confirmed.size };
  });
}

async function column(client, sql, values) {
  const { rows } = await client.query({ text: sql, values, rowMode: 'array' });
  return rows.map(([value]) => value);
}
