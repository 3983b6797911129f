import type { z } from 'zod';

/** What every field of clients has, also one that a plugin declares. */
export interface DescribedField {
  /** `flag` is yes or no; `rule` is yes, no or the server's default. */
  readonly kind: 'text' | 'list' | 'flag' | 'rule';
  /** The only values of a text. */
  readonly choices?: readonly string[];
  /** What the seed and the commands accept for CONFIDENTIAL and SPA clients, with the default. */
  readonly browser: z.ZodType;
  /** The option of `clients create` and `clients update`: its line of help, and what stands for the value there. */
  readonly option: { readonly help: string; readonly value?: string };
  /**
   * How `clients show` names it. Those with `order` come first, sorted by it. A list is shown with a line for each value
   * if it is not on one line. Absent: the command shows it by itself.
   */
  readonly shown?: { readonly as: string; readonly order?: number; readonly onOneLine?: true };
}

interface Described extends DescribedField {
  /** The column of `identity.clients`; with `ownTable`, that of the statement which reads a client. */
  readonly column: string;
  /** The value is a row of another table. */
  readonly ownTable?: true;
  /** The value names another row; the column holds that row's id. */
  readonly reference?: true;
  /** The name in oidc-provider's metadata, `identity_…` if no standard has one; null if the client store makes its own of it. */
  readonly metadata: string | null;
  /** For the table of clients in the guide; `normally` is the default in words. */
  readonly docs: string;
  readonly normally?: string;
}

/** A field of a client: for MACHINE clients either a rule of its own, or the value that all of them have. */
export type ClientField = Described &
  ({ readonly machine: z.ZodType } | { readonly ofMachine: boolean | null | readonly string[] });
