-- Domains and connections of tenants.

-- One tenant has a verified domain, also if two verify it at once.
-- Relied on by packages/connections/src/domains/verify-domain.ts (domain).
CREATE UNIQUE INDEX domains_verified_key ON identity.domains USING btree (domain)
  WHERE (status = 'VERIFIED'::identity.domain_status);

-- One active connection has a domain.
-- Relied on by packages/connections/src/domains/remove-domain.ts (connectionDomain).
CREATE UNIQUE INDEX connection_domains_active_key ON identity.connection_domains USING btree (domain_id) WHERE active;
