import type { Language } from '@org/identity-ui';
import type { ComponentType } from 'preact';
import type { FieldErrors, Refusal } from '../areas/field-errors.js';

type Fields = Readonly<Record<string, unknown>>;
type Form = Readonly<Record<string, string>>;

/** One entry of the list with which a new connection begins: a provider, or all others of the kind. */
export interface KindEntry {
  /** In the URL. Unique among the entries of all kinds of a server. */
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** The name of the product, if the entry is one: for the heading, and as the name of the connection. */
  readonly product?: string | undefined;
}

/** What the fields of a form get. */
export interface KindFieldsProps {
  /** What is stored, or what was sent and refused. */
  readonly form: Form;
  readonly errors: FieldErrors | undefined;
  readonly isNew: boolean;
  /** The entry of a new connection, or the one that fits a stored connection. */
  readonly entry: string;
}

/** A connection as the reply has it: with the kind's own fields. */
export type ShownConnection = Fields & { readonly id: string };

/** What pages show of the kind, and its part of the form. */
export interface KindForm {
  entries(language: Language): readonly KindEntry[];
  /** The entry that fits a connection best. */
  entryOf(connection: ShownConnection): string;
  /** What the form of a new connection has at first. */
  first(entry: string): Form;
  /** The fields that name the provider. */
  readonly Provider: ComponentType<KindFieldsProps>;
  /** The optional fields. */
  readonly Options?: ComponentType<KindFieldsProps>;
  /** Reads both from a form. It is parsed by the schemas of the request. Throws for what only a form can lack. */
  read(form: Form, isNew: boolean): Fields;
  /** The form of a stored connection. Without secrets. */
  write(connection: ShownConnection): Form;
  /** What is wrong with its own fields, by their names. */
  errors(refusal: Refusal, language: Language): Form;
  /** What to do at the provider, above the form of a new connection with that id. */
  readonly Guide: ComponentType<{ readonly entry: string; readonly id: string }>;
  /** What a change of its fields leads to, above the settings of a connection. */
  readonly Lead: ComponentType<{ readonly isActive: boolean }>;
  /** Terms and descriptions (`dt`, `dd`) on the page of a connection. */
  readonly Facts: ComponentType<{ readonly connection: ShownConnection }>;
  /** What to check if a test fails. */
  readonly Help: ComponentType<{ readonly connection: ShownConnection }>;
}
