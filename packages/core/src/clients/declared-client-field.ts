import type { InLanguages } from '@org/identity-ui';
import type { z } from 'zod';
import type { DescribedField } from './client-field.js';

/**
 * The fields of clients that plugins declare, with the types of their values. A plugin adds its own:
 * `declare module '@org/identity-core' { interface PluginClientFields { planClaims: boolean } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: packages add to it
export interface PluginClientFields {}

/** The values that a client has in the fields of plugins. Those of a plugin that the server does not have are missing. */
export type PluginFieldValues = Readonly<Partial<PluginClientFields>>;

/** What the pages say about a field. */
export interface ClientFieldWords {
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with a value that the schema refuses. */
  readonly problem: string;
  /** The same for what `refuse` returns, by that message. */
  readonly problems?: Readonly<Record<string, string>>;
  /** How the sentence of the audit trail names it after "changed …"; the label if absent. */
  readonly changed?: string;
}

/** The rest of a client, for the rule of a field. */
export interface FieldContext {
  readonly type: 'CONFIDENTIAL' | 'SPA' | 'MACHINE';
  readonly scopes: readonly string[];
  /** The name of its application, and the slug of its tenant. */
  readonly application?: string | undefined;
  readonly tenant?: string | undefined;
}

/**
 * A field of clients that a plugin declares. Its value is a text, a list of texts, or yes and no, as its `kind` says, and its
 * schema has the default.
 */
export interface DeclaredClientField extends DescribedField {
  /** The same as `browser` for MACHINE clients. Absent: they do not have the field. */
  readonly machine?: z.ZodType;
  /** Says why a client cannot have the value, such as `needs an application`. Called if the schema accepts it. */
  refuse?(value: unknown, client: FieldContext): string | undefined;
  /** The field after which it is listed. Default: the last one. */
  readonly after?: string;
  readonly words: InLanguages<ClientFieldWords>;
  /** For the table of clients in the guide. */
  readonly docs?: string;
}
