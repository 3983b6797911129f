import type { FieldErrors, Refusal } from '@org/identity-core';
import type { ApiDetails } from '../apis/get-api.js';
import type { apiPagesTexts } from './texts.js';

type Form = Readonly<Record<string, string>>;

/** The stored values as the form shows them: one line for each scope and each client. */
export function formOfApi({ name, open, scopes, clients }: ApiDetails): Form {
  return {
    name,
    open: open ? 'yes' : 'no',
    scopes: scopes.map((scope) => `${scope.name} ${scope.description}`).join('\n'),
    clients: clients.map((client) => [client.clientId, ...client.scopes].join(' ')).join('\n'),
  };
}

/** The values of a form, as the API expects them. The first word of a line is the scope or the client. */
export function valuesOfApi(form: Form) {
  return {
    name: form['name'],
    open: form['open'] === 'yes',
    scopes: linesOf(form['scopes']).map(([name = '', ...words]) => ({ name, description: words.join(' ') })),
    clients: linesOf(form['clients']).map(([clientId = '', ...scopes]) => ({ clientId, scopes })),
  };
}

function linesOf(text: string | undefined): string[][] {
  const lines = (text ?? '').split('\n').map((line) => line.split(/\s+/u).filter((word) => word !== ''));
  return lines.filter((words) => words.length > 0);
}

type Problems = (typeof apiPagesTexts)['en']['apiProblems'];

/** The error of each field that the rules have refused, in the words of the page. For a list it says which line is wrong. */
export function errorsOfApi({ details }: Refusal, { fields, atLine }: Problems): FieldErrors {
  const problems: Readonly<Record<string, string>> = fields;
  const errors = details.flatMap(({ path }): (readonly [string, string])[] => {
    const [field = '', index] = path.split('.');
    const text = problems[field];
    if (text === undefined) return [];
    return [[field, index === undefined ? text : atLine(Number(index) + 1, text)]];
  });
  // The first error of a field is the one that is shown.
  return Object.fromEntries(errors.filter(([field], at) => errors.findIndex(([other]) => other === field) === at));
}

/** Whether the change takes rights away from clients. */
export function isNarrowerApi(api: ApiDetails, values: ReturnType<typeof valuesOfApi>): boolean {
  const losesScope = api.scopes.some(({ name }) => !values.scopes.some((scope) => scope.name === name));
  const losesClient = api.clients.some(({ clientId, scopes }) => {
    const kept = values.clients.find((client) => client.clientId === clientId);
    return !kept || scopes.some((scope) => !kept.scopes.includes(scope));
  });
  return losesScope || losesClient || (api.open && !values.open);
}
