import type { z } from 'zod';
import { type ClientFieldName, type ClientFields, clientFieldNames, clientFields } from './client-fields.js';

/** Whether MACHINE clients can be given a field. */
export const isOfMachines = (name: ClientFieldName): boolean => 'machine' in clientFields[name];

type Schema<Name extends ClientFieldName> = ClientFields[Name]['browser'] | MachineShape[Name & keyof MachineShape];
type Nullable<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

/** The value of a field in its column: null if it is optional and was not given. */
export type ClientFieldValue<Name extends ClientFieldName> = Nullable<z.output<Schema<Name>>>;
/** The fields whose column has the value itself. */
export type OwnFieldName = {
  [Name in ClientFieldName]: ClientFields[Name] extends { reference: true } | { ownTable: true } ? never : Name;
}[ClientFieldName];
/** The values of all fields, by their columns. */
export type ClientColumns = {
  [Name in ClientFieldName as ClientFields[Name]['column']]: ClientFieldValue<Name>;
};
/** The values of all fields that only this service knows, by their names in oidc-provider's metadata. */
export type OwnClientMetadata = {
  [Name in ClientFieldName as Extract<ClientFields[Name]['metadata'], `identity_${string}`>]?: NonNullable<
    ClientFieldValue<Name>
  >;
};

type BrowserShape = { [Name in ClientFieldName]: ClientFields[Name]['browser'] };
type MachineShape = {
  [Name in ClientFieldName as ClientFields[Name] extends { machine: z.ZodType }
    ? Name
    : never]: ClientFields[Name] extends {
    machine: infer Machine extends z.ZodType;
  }
    ? Machine
    : never;
};

// Object.fromEntries forgets which name has which schema.
/** The schemas of a browser client's fields. */
export const browserShape = Object.fromEntries(
  clientFieldNames.map((name) => [name, clientFields[name].browser]),
) as BrowserShape;
/** The schemas of a MACHINE client's fields. */
export const machineShape = Object.fromEntries(
  Object.entries(clientFields).flatMap(([name, field]) => ('machine' in field ? [[name, field.machine]] : [])),
) as MachineShape;
