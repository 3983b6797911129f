CREATE SCHEMA plans;

CREATE TABLE plans.tenant_plans (
    tenant_id UUID PRIMARY KEY REFERENCES identity.tenants (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    trial_ends_at TIMESTAMPTZ(3)
);
