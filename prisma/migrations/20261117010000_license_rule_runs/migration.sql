CREATE TABLE "license_rule_runs" (
    "rule_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "joined_at" TIMESTAMPTZ(3),
    "membership_id" UUID,

    CONSTRAINT "license_rule_runs_pkey" PRIMARY KEY ("rule_id")
);
CREATE INDEX "license_rule_runs_tenant_id_rule_id_idx" ON "license_rule_runs"("tenant_id", "rule_id");
ALTER TABLE "license_rule_runs" ADD CONSTRAINT "license_rule_runs_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "license_rules"("id") ON DELETE CASCADE ON UPDATE CASCADE;
