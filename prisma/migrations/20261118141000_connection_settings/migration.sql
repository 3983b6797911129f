-- Which claim has the email, whether new members may come by a connection, and whether signing out also happens there.
CREATE TYPE "email_claim" AS ENUM ('email', 'preferred_username', 'upn');

ALTER TABLE "connections" ADD COLUMN     "email_claim" "email_claim" NOT NULL DEFAULT 'email',
ADD COLUMN     "jit" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "logout_at_provider" BOOLEAN NOT NULL DEFAULT false;
