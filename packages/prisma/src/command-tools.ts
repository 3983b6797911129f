import type { Actor, Signer, Vault } from '@org/identity-core';
import type { Pool } from 'pg';
import type { Database } from './database-types.js';
import type { EventBus } from './event-bus.js';

/** What a command has besides its options. `Offered` are the services of plugins. */
export interface CommandTools<Offered> {
  /**
   * Opens the database of `--database-url` (`databaseOption`) or DATABASE_URL, runs the work and closes it. Throws if
   * migrations are missing. No plugin is set up: of the subscribers, only those run that end rights, seats and memberships.
   */
  withDatabase<Result>(work: (database: CommandDatabase) => Promise<Result>): Promise<Result>;
  /**
   * The same with all plugins set up, as in a server that gets no requests. All subscribers run, and the work can use the
   * services of plugins. Mail stays queued, and the servers send it. Requires IDENTITY_SECRET. `issuer` is for links in mails.
   */
  withServer<Result>(
    options: { readonly issuer?: string | undefined },
    work: (server: CommandServer<Offered>) => Promise<Result>,
  ): Promise<Result>;
  /** The base URL of the servers, by `--issuer` (`issuerOption`) or ISSUER. Undefined if neither is given. */
  issuer(): Promise<string | undefined>;
  /** Encrypts and decrypts as the servers do. Requires IDENTITY_SECRET. */
  openVault(): Promise<Vault>;
}

/** The database of a command. */
export interface CommandDatabase {
  /** The Prisma client. */
  readonly db: Database;
  /** The connection pool that Prisma uses, for SQL. */
  readonly pool: Pool;
  /** Publishes events in a transaction. */
  readonly events: EventBus;
  /** Finds a user by email or id, also a disabled one. Throws USER_NOT_FOUND. */
  findUser(emailOrId: string): Promise<{ readonly id: string; readonly email: string }>;
  /** Signs JWTs as the servers with this base URL do. Requires IDENTITY_SECRET. */
  signerOf(issuer: string): Promise<Signer>;
  /** Reads and writes applications, license types, tenants and subscriptions as lines of a file. */
  readonly catalogue: Catalogue;
}

/** The database of a command, and the plugins of the host. */
export interface CommandServer<Offered> extends CommandDatabase {
  /** Only with `withServer`: what the plugins offer. A service is undefined if no plugin of the host offers it. */
  readonly services: Readonly<Offered>;
}

/** Applications with their license types, and tenants with their subscriptions, as lines at the front of a file (NDJSON). */
export interface Catalogue {
  /** All of them, a page at a time. */
  export(): AsyncIterable<readonly object[]>;
  /** Takes the catalogue off the front of a file. Throws an error with the number of a line that is not valid. */
  readFront(bytes: AsyncIterable<Uint8Array>): Promise<CatalogueFront>;
}

/** The catalogue at the front of a file. */
export interface CatalogueFront {
  /** How many lines it has; 0 if the file has no catalogue. */
  readonly lines: number;
  /** The whole file, with empty lines for those of the catalogue: the others keep their numbers. */
  readonly rest: AsyncIterable<Uint8Array>;
  /** Adds what does not exist yet. What exists stays as it is. */
  add(actor: Actor): Promise<AddedCatalogue>;
}

/** How much of a catalogue was new. */
export interface AddedCatalogue {
  readonly applications: number;
  readonly licenseTypes: number;
  readonly tenants: number;
  readonly subscriptions: number;
}
