import { type ClientFieldName, clientFieldNames, clientFields, isOfMachines, type Refusal } from '@org/identity-core';
import type { ClientDetails } from '../clients/client-details.js';
import { ownOrigins } from '../clients/update-client.js';
import type { platformPagesTexts } from './texts.js';

type Form = Readonly<Record<string, string>>;
export type ClientType = ClientDetails['type'];

/** The fields that a client of this type can have. */
export function fieldsOf(type: ClientType): ClientFieldName[] {
  return clientFieldNames.filter((name) => type !== 'MACHINE' || isOfMachines(name));
}

/** The stored values as the form shows them: one line for each value of a list. */
export function formOfClient(client: ClientDetails): Form {
  const values = { ...client, origins: ownOrigins(client) };
  return Object.fromEntries(
    fieldsOf(client.type).map((name) => {
      const value = values[name];
      if (Array.isArray(value)) return [name, value.join('\n')];
      if (typeof value === 'boolean') return [name, value ? 'yes' : 'no'];
      return [name, value ?? ''];
    }),
  );
}

/**
 * The values of the fields that were sent, as the API expects them; undefined clears a field. A field that the form does not
 * have is left out, so that it stays as it is.
 */
export function valuesOfForm(form: Form, type: ClientType): Record<string, unknown> {
  const sent = fieldsOf(type).filter((name) => form[name] !== undefined);
  return Object.fromEntries(sent.map((name) => [name, readValue(name, (form[name] ?? '').trim())]));
}

function readValue(name: ClientFieldName, text: string): unknown {
  const { kind } = clientFields[name];
  if (kind === 'list') return text.split(/\s+/u).filter((each) => each !== '');
  if (kind === 'flag') return text === 'yes';
  if (kind === 'rule') return { yes: true, no: false }[text];
  return text === '' ? undefined : text;
}

/** Whether the change takes rights away: grants and tokens of the client then end. */
export function isNarrower(client: ClientDetails, values: Readonly<Record<string, unknown>>): boolean {
  const { scopes, tenant } = values;
  const losesScope = Array.isArray(scopes) && client.scopes.some((scope) => !scopes.includes(scope));
  return losesScope || ('tenant' in values && (tenant ?? null) !== client.tenant);
}

/** The error of each field that the rules have refused. */
export function errorsOfClient(
  { details }: Refusal,
  { client }: Pick<(typeof platformPagesTexts)['en'], 'client'>,
): Record<string, string> {
  const known: readonly string[] = ['id', 'type', ...clientFieldNames];
  const errors = details.map(({ path, message }) => [path.split('.')[0] ?? '', client.invalid(message)] as const);
  return Object.fromEntries(errors.filter(([field]) => known.includes(field)));
}
