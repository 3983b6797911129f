ALTER TABLE "clients" VALIDATE CONSTRAINT "clients_of_others_check";
