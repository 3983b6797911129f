-- Tenants and invitations.

-- Slugs are compared as they are, so there is one way to write each: lower case, digits and single hyphens.
-- Relied on by packages/tenants/src/schemas.ts (slug).
ALTER TABLE identity.tenants ADD CONSTRAINT tenants_slug_form CHECK (slug ~ '^[a-z0-9](-?[a-z0-9])+$'::text
  AND length(slug) >= 3 AND length(slug) <= 63);

-- A tenant has at most one pending invitation of an email, also if two are sent at once.
-- Relied on by packages/tenants/src/invitations/pending-invitation.ts (normalizedEmail).
CREATE UNIQUE INDEX invitations_one_pending_key ON identity.invitations USING btree (tenant_id, normalized_email)
  WHERE (status = 'PENDING'::identity.invitation_status);
