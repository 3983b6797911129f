import type { z } from 'zod';
import type { ClientFieldName, ClientFields } from './client-fields.js';
import type { PluginClientFields } from './declared-client-field.js';
import { knownClientFields, madeOfClientFields } from './known-client-fields.js';

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

/** Every field of a plugin may be left out: its schema has the default. */
type PluginShape = {
  [Name in keyof PluginClientFields]: z.ZodOptional<z.ZodType<PluginClientFields[Name], PluginClientFields[Name]>>;
};

const shapes = madeOfClientFields(() => {
  const all = [...knownClientFields()];
  // Object.fromEntries forgets which name has which schema.
  const browser = Object.fromEntries(all.map(([name, field]) => [name, field.browser])) as BrowserShape & PluginShape;
  const ofMachines = all.flatMap(([name, { machine }]) => (machine ? [[name, machine] as const] : []));
  const machine = Object.fromEntries(ofMachines) as MachineShape & PluginShape;
  return { browser, machine };
});

/** The schemas of a browser client's fields. */
export const browserShape = () => shapes().browser;
/** The schemas of a MACHINE client's fields. */
export const machineShape = () => shapes().machine;
