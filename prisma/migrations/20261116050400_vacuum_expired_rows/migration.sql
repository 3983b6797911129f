-- Rows of these tables live for minutes to weeks. With the usual 20 % a table of ten million tokens would collect two
-- million deleted rows before they are cleaned up, and each purge would have to skip them in the index of `expires_at`.
-- Neither reads nor writes wait for this.
ALTER TABLE "oidc_tokens" SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "oidc_records" SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "oidc_sessions" SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "oidc_grants" SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "refresh_answers" SET (autovacuum_vacuum_scale_factor = 0.05);
