CREATE SCHEMA badges;

CREATE TABLE badges.badges (
    id UUID PRIMARY KEY,
    tenant_id UUID NOT NULL,
    user_id UUID NOT NULL,
    number TEXT NOT NULL UNIQUE,
    issued_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    FOREIGN KEY (tenant_id, user_id) REFERENCES identity.memberships (tenant_id, user_id) ON DELETE CASCADE
);

CREATE INDEX badges_member_idx ON badges.badges (tenant_id, user_id);
CREATE INDEX badges_user_idx ON badges.badges (user_id);

-- The readers at the doors and desks. A key is stored as its hash.
CREATE TABLE badges.readers (
    id UUID PRIMARY KEY,
    tenant_id UUID NOT NULL REFERENCES identity.tenants (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    key_hash BYTEA NOT NULL UNIQUE
);

CREATE INDEX readers_tenant_idx ON badges.readers (tenant_id);

-- Visits are counted also when their user is erased. So no foreign key deletes them.
CREATE TABLE badges.visits (
    id UUID PRIMARY KEY,
    reader_id UUID NOT NULL REFERENCES badges.readers (id) ON DELETE CASCADE,
    user_id UUID,
    seen_at TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);

CREATE INDEX visits_user_idx ON badges.visits (user_id);
