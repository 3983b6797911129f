/**
 * The part of a statement that ends sessions which queues what clients have to be told. `ending` is the name of
 * its part that locks those sessions: a session that another statement has ended meanwhile is not in it, so nobody
 * is told twice. Only a client that was given a `sid` took part in a session. Each is looked up by itself: the planner
 * takes a session for one of a hundred clients, and would read them all.
 */
export const queueLogoutNotices = `INSERT INTO identity.logout_notices (client_id, account_id, sid)
     SELECT taken.key, ending.account_id, taken.value->>'sid'
     FROM ending CROSS JOIN jsonb_each(ending.payload->'authorizations') taken
     CROSS JOIN LATERAL (SELECT backchannel_logout_uri AS uri FROM identity.clients WHERE id = taken.key LIMIT 1) client
     WHERE ending.account_id IS NOT NULL AND ending.expires_at > now()
       AND taken.value->>'sid' IS NOT NULL AND client.uri IS NOT NULL`;
