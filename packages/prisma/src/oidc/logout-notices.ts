/**
 * The part of a statement that queues logout notices when sessions end. The statement must have a part `ending`, which
 * locks those sessions: a session that another statement has already ended is not in it, so no client gets two notices.
 * Only clients that received a `sid` took part in a session. LATERAL looks up each client by its id: the planner expects
 * a session to have a hundred clients, and would otherwise read the whole table.
 */
export const queueLogoutNotices = `INSERT INTO identity.logout_notices (client_id, account_id, sid)
     SELECT taken.key, ending.account_id, taken.value->>'sid'
     FROM ending CROSS JOIN jsonb_each(ending.payload->'authorizations') taken
     CROSS JOIN LATERAL (SELECT backchannel_logout_uri AS uri FROM identity.clients WHERE id = taken.key LIMIT 1) client
     WHERE ending.account_id IS NOT NULL AND ending.expires_at > now()
       AND taken.value->>'sid' IS NOT NULL AND client.uri IS NOT NULL`;
