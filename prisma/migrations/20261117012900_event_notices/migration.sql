-- CreateTable
CREATE TABLE "feed_followers" (
    "process_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "feed_followers_pkey" PRIMARY KEY ("process_id")
);

-- Transactions that notify commit one after the other. So they notify only while a process listens. A process that listens
-- and does not see its row here yet asks again: see `event-feed`. The rest of the function is as before.
CREATE OR REPLACE FUNCTION identity.count_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT tenant_id, type, count(*) AS events FROM counted WHERE tenant_id IS NOT NULL GROUP BY 1, 2 LOOP
    IF TG_OP = 'DELETE' THEN change.events := -change.events; END IF;
    UPDATE identity.event_counts SET count = count + change.events WHERE id = (
      SELECT id FROM identity.event_counts WHERE tenant_id = change.tenant_id AND type = change.type
      LIMIT 1 FOR UPDATE SKIP LOCKED);
    IF NOT FOUND THEN
      INSERT INTO identity.event_counts (tenant_id, type, count) VALUES (change.tenant_id, change.type, change.events);
    END IF;
  END LOOP;
  IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM identity.feed_followers WHERE expires_at > now()) THEN
    PERFORM pg_notify('identity_events', '');
  END IF;
  RETURN NULL;
END $$;
