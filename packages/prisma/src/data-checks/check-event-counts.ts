import { sqlCheck } from '@org/identity-core';

/** Compares the counters of events with the events. */
export const checkEventCounts = sqlCheck({
  name: 'event-counts',
  rule: 'The counters of events agree with the events of each tenant.',
  advice: `With all servers stopped, as the owner of the tables: SET session_replication_role = replica; SELECT identity.recount_events();`,
  sql: `SELECT tenant_id || ' ' || type AS id
    FROM (SELECT tenant_id, type, count(*) AS events FROM identity.events WHERE tenant_id IS NOT NULL GROUP BY 1, 2) stored
    FULL JOIN (SELECT tenant_id, type, sum(count) AS events FROM identity.event_counts GROUP BY 1, 2) counted
      USING (tenant_id, type)
    WHERE coalesce(stored.events, 0) <> coalesce(counted.events, 0)`,
});
