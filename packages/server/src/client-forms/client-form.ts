import { declaredClientFields, isOfMachines, knownClientFields, type Refusal } from '@org/identity-core';
import { checkedIds, type Language } from '@org/identity-ui';
import type { ClientDetails } from '../clients/client-details.js';
import { needsNewTokens } from '../clients/client-security.js';
import { ownOrigins } from '../clients/update-client.js';
import { clientFormsTexts } from './texts.js';

type Form = Readonly<Record<string, string>>;
export type ClientType = ClientDetails['type'];

/** The fields that a client of this type can have. */
export function fieldsOf(type: ClientType): string[] {
  return [...knownClientFields().keys()].filter((name) => type !== 'MACHINE' || isOfMachines(name));
}

/** The fields that an operator can change. Of a client that describes itself, that is whether it counts as an agent. */
export function changeableFields({ type, source }: Pick<ClientDetails, 'type' | 'source'>): string[] {
  return source === 'MANUAL' ? fieldsOf(type) : ['agent'];
}

/** The stored values as the form shows them: one line for each value of a list. */
export function formOfClient(client: ClientDetails): Form {
  const values: Readonly<Record<string, unknown>> = { ...client, origins: ownOrigins(client) };
  return Object.fromEntries(
    fieldsOf(client.type).map((name) => {
      const value = values[name];
      if (Array.isArray(value)) return [name, value.join('\n')];
      if (typeof value === 'boolean') return [name, value ? 'yes' : 'no'];
      return [name, typeof value === 'string' ? value : ''];
    }),
  );
}

/**
 * The values of the fields that were sent, as the API expects them; undefined clears a field. A field that the form does not
 * have is left out, so that it stays as it is.
 */
export function valuesOfForm(form: Form, { type, scopes: stored }: FormOf): Record<string, unknown> {
  const sent = fieldsOf(type).filter((name) => form[name] !== undefined);
  const values = sent.map((name) => [name, readValue(name, (form[name] ?? '').trim())] as const);
  const chosen = scopesIn(form);
  if (form['scopes'] === undefined && chosen.length === 0) return Object.fromEntries(values);
  // In the stored order, so that a form without changes changes nothing.
  const kept = stored.filter((scope) => chosen.includes(scope));
  return { ...Object.fromEntries(values), scopes: [...kept, ...chosen.filter((scope) => !kept.includes(scope))] };
}

type FormOf = Pick<ClientDetails, 'type' | 'scopes'>;

/** The scopes of a form: the checkboxes `scope.<scope>`, and the text `scopes`, separated by spaces or line breaks. */
export function scopesIn(form: Form): string[] {
  return [...new Set([...wordsIn(form['scopes'] ?? ''), ...checkedIds(form, 'scope')])];
}

const wordsIn = (text: string) => text.split(/\s+/u).filter((each) => each !== '');

function readValue(name: string, text: string): unknown {
  const kind = knownClientFields().get(name)?.kind;
  if (kind === 'list') return wordsIn(text);
  if (kind === 'flag') return text === 'yes';
  if (kind === 'rule') return { yes: true, no: false }[text];
  return text === '' ? undefined : text;
}

/** Whether the change takes rights away: grants and tokens of the client then end. */
export function isNarrower(client: ClientDetails, values: Readonly<Record<string, unknown>>): boolean {
  const { scopes, tenant } = values;
  const losesScope = Array.isArray(scopes) && client.scopes.some((scope) => !scopes.includes(scope));
  const losesTenant = 'tenant' in values && (tenant ?? null) !== client.tenant;
  return losesScope || losesTenant || needsNewTokens(client, { ...client, ...values });
}

/** The error of each field that the rules have refused, in the words of the page. For a list it says which entry is wrong. */
export function errorsOfClient({ details }: Refusal, language: Language): Record<string, string> {
  const { clientProblems, clientRules } = clientFormsTexts[language];
  const ofPlugins = [...declaredClientFields()].map(
    ([name, { words }]) => [name, words[language] ?? words.en] as const,
  );
  const problems: Readonly<Record<string, string>> = {
    ...clientProblems.fields,
    ...Object.fromEntries(ofPlugins.map(([name, { problem }]) => [name, problem])),
  };
  const rules: Readonly<Record<string, string>> = Object.assign(
    { ...clientRules },
    ...ofPlugins.map(([, { problems: own }]) => own ?? {}),
  );
  const errors = details.flatMap(({ path, message }): (readonly [string, string])[] => {
    const [field = '', index] = path.split('.');
    const text = Object.hasOwn(rules, message) ? rules[message] : problems[field];
    if (text === undefined) return otherFields(message).map((name) => [name, clientProblems.notOfType]);
    const isEntry = index !== undefined && field !== 'scopes';
    return [[field, isEntry ? clientProblems.entry(Number(index) + 1, text) : text]];
  });
  const shown = errors.filter(([field]) => Object.hasOwn(problems, field));
  // The first error of a field is the one that is shown.
  return Object.fromEntries(shown.filter(([field], at) => shown.findIndex(([other]) => other === field) === at));
}

/** The fields in the message about fields that the type of the client does not have. */
function otherFields(message: string): string[] {
  return message.startsWith('Unrecognized key') ? [...message.matchAll(/"(\w+)"/gu)].map(([, name = '']) => name) : [];
}
