import {
  type ClientField,
  type ClientFieldName,
  type ClientFieldValue,
  clientFieldNames,
  clientFields,
  type OwnFieldName,
} from '@org/identity-core';
import type { ClientInput } from './client-input.js';

export interface ClientReferences {
  applicationId: string | null;
  tenantId: string | null;
}

type OwnColumns = { [Name in OwnFieldName]: ClientFieldValue<Name> };

/** The row of a client, without its id and secrets. */
export function clientRow(client: ClientInput, references: ClientReferences) {
  const own = clientFieldNames.flatMap((name) => {
    const field: ClientField = clientFields[name];
    return field.reference || field.ownTable ? [] : [[name, columnOf(client, name, field)]];
  });
  // The type of Object.fromEntries does not keep which name has which value.
  const columns = Object.fromEntries(own) as OwnColumns;
  return { ...columns, type: client.type, origins: originsOf(client), ...references };
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
