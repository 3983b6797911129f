CREATE UNIQUE INDEX connection_domains_active_key ON identity.connection_domains USING btree (domain_id) WHERE active;

CREATE UNIQUE INDEX domains_verified_key ON identity.domains USING btree (domain)
  WHERE (status = 'VERIFIED'::identity.domain_status);
