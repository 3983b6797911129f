import type { InLanguages } from '@org/identity-ui';
import type { DeclaredClientField } from '../clients/declared-client-field.js';
import type { DataChecks } from '../plugin/data-checks.js';
import type { RestoreStep } from '../plugin/restore-step.js';
import type { CommandDeclaration } from './command.js';
import type { EventSentences, FailureSentence } from './event-sentence.js';
import type { PluginMigrations } from './plugin-migrations.js';
import type { DeclaredSeed } from './seed-section.js';

/** What the consent page says about a scope. */
export interface ScopeWords {
  readonly title: string;
  readonly description: string;
}

/** An API scope that a plugin declares. */
export interface DeclaredScope {
  /** What users read before they allow it to a client. Without words, no client of users can have the scope. */
  readonly words?: InLanguages<ScopeWords>;
  /** Who of the machine clients can have it: any, only those without a tenant (`platform`), or none (the default). */
  readonly machines?: 'any' | 'platform';
}

/** The lists that are known to the whole process: pages, commands, seeds and the API description read them. */
export interface DeclaredLists {
  /** Its event types, each with its words for the pages of the audit trail. */
  readonly events?: Readonly<Record<string, InLanguages<string>>>;
  /** A sentence for each of its event types: who did what to whom. Without one, the pages show the words and the names. */
  readonly sentences?: InLanguages<EventSentences>;
  /** Its error codes with their statuses, for `IdentityError` and the API description. */
  readonly errors?: Readonly<Record<string, number>>;
  /** Its API scopes, each with its words for the consent page and with the machine clients that can have it. */
  readonly scopes?: Readonly<Record<string, DeclaredScope>>;
  /** Its fields of clients, such as one that switches its claims on. */
  readonly clientFields?: Readonly<Record<string, DeclaredClientField>>;
  /** Its reasons of failed sign-ins, each with its sentence for the audit trail. */
  readonly failedSignIns?: Readonly<Record<string, InLanguages<FailureSentence>>>;
}

/**
 * A column with values of the vault. The value of a row was sealed for `purpose` followed by the row's id as text, such as
 * `totp:` and the id of the user. So `identity-server secret rotate` can encrypt it with a new secret.
 */
export interface SealedColumn {
  /** The table with its schema, such as `identity.totp`. */
  readonly table: string;
  /** The column of the id: the primary key, a uuid or a text. */
  readonly id: string;
  /** The column of the sealed values (`bytea`). */
  readonly column: string;
  readonly purpose: string;
}

/** What is known of a plugin without a running server. Two plugins that declare the same name are an error at the start. */
export interface Declarations<Transaction, Tools = unknown> extends DeclaredLists {
  /** The services that its parts offer, by name. */
  readonly services?: readonly string[];
  /** The prefixes of URLs that belong to it alone, such as `/scim`. The host of the server never sees requests below them. */
  readonly paths?: readonly string[];
  /** Its commands of `identity-server`, by name, such as `plans list`. */
  readonly commands?: Readonly<Record<string, CommandDeclaration<Tools>>>;
  /** The environment variables that it reads, each with one line of help. `identity-server --help` of the host lists them. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * The migrations of its own tables: a folder with SQL files, or a list. `identity-server migrate` applies them after those
   * of the server.
   */
  readonly migrations?: PluginMigrations;
  /** Its sections of the seed, and what it adds to the entries of other sections. */
  readonly seed?: DeclaredSeed<Transaction>;
  /** Its columns with values of the vault. A column that is missing here is lost when the deployment's secret is replaced. */
  readonly sealed?: readonly SealedColumn[];
  /** What `identity-server verify` checks of its data. */
  readonly checks?: DataChecks;
  /** What `identity-server after-restore` ends of its data. */
  readonly restoreSteps?: readonly RestoreStep<Transaction>[];
}
