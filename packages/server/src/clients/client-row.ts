import {
  type ClientField,
  type ClientFieldName,
  type ClientFieldValue,
  clientFieldNames,
  clientFields,
  declaredClientFields,
  type OwnFieldName,
} from '@org/identity-core';
import { type FieldsOfRow, rowOfFields } from '@org/identity-prisma';
import type { ClientInput } from './client-input.js';

export interface ClientReferences {
  applicationId: string | null;
  tenantId: string | null;
}

type OwnColumns = { [Name in OwnFieldName]: ClientFieldValue<Name> };

/** The row of a client, without its id and secrets. The fields of plugins that are gone are taken from the row `before`. */
export function clientRow(
  client: ClientInput,
  references: ClientReferences,
  before?: Pick<FieldsOfRow, 'pluginFields'> | null,
) {
  const own = clientFieldNames.flatMap((name) => {
    const field: ClientField = clientFields[name];
    return field.reference || field.ownTable ? [] : [[name, columnOf(client, name, field)]];
  });
  // The type of Object.fromEntries does not keep which name has which value.
  const columns = Object.fromEntries(own) as OwnColumns;
  const given: Readonly<Record<string, unknown>> = client;
  const ofPlugins = Object.fromEntries([...declaredClientFields().keys()].map((name) => [name, given[name]]));
  return {
    ...columns,
    ...rowOfFields(ofPlugins, before),
    type: client.type,
    origins: originsOf(client),
    ...references,
  };
}

function columnOf(client: ClientInput, name: ClientFieldName, field: ClientField): unknown {
  if (client.type === 'MACHINE' && 'ofMachine' in field) return field.ofMachine;
  const given: Partial<Record<ClientFieldName, unknown>> = client;
  return given[name] ?? null;
}

/** An SPA calls the API from the pages of its redirect URIs, so their origins are added to its own. */
function originsOf(client: ClientInput): string[] {
  if (client.type === 'MACHINE') return [];
  const derived = client.type === 'SPA' ? client.redirectUris.map((uri) => new URL(uri).origin) : [];
  return [...new Set([...client.origins, ...derived.filter((origin) => origin !== 'null')])];
}
