-- CreateEnum
CREATE TYPE "lease_policy" AS ENUM ('ALLOWED', 'NONE');

-- Whether members may lease their seats. A constant default, so no row is rewritten.
ALTER TABLE "subscriptions" ADD COLUMN "lease_policy" "lease_policy" NOT NULL DEFAULT 'ALLOWED';
