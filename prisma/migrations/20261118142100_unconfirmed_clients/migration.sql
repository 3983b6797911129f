-- CreateTable
CREATE TABLE "unconfirmed_clients" (
    "client_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_by" TEXT NOT NULL,
    "changed" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "unconfirmed_clients_pkey" PRIMARY KEY ("client_id")
);

-- AddForeignKey
ALTER TABLE "unconfirmed_clients" ADD CONSTRAINT "unconfirmed_clients_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
