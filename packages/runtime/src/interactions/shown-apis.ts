import type { RequestedApi } from '../apis/requested-apis.js';
import type { UserConsent } from '../provider/consents.js';

/** The part of the requested APIs that the user has not allowed yet. */
export function newApis(requested: readonly RequestedApi[], { ofApis }: UserConsent): RequestedApi[] {
  return requested.flatMap((api) => {
    const allowed = ofApis.get(api.identifier);
    const scopes = api.scopes.filter(({ name }) => !allowed?.includes(name));
    return allowed && scopes.length === 0 ? [] : [{ ...api, scopes }];
  });
}

const fieldOf = (index: number) => `api-${index}`;

/** What the page shows, as fields of its form: a scope that the client gets meanwhile is not allowed by this page. */
export function fieldsOfApis(shown: readonly RequestedApi[]): Record<string, string> {
  const values = shown.map(({ identifier, scopes }) => [identifier, ...scopes.map(({ name }) => name)].join(' '));
  return Object.fromEntries(values.map((value, index) => [fieldOf(index), value]));
}

/** The scopes that the page has shown and that the client may still have, by the identifier of the API. */
export function allowedByForm(
  requested: readonly RequestedApi[],
  form: Readonly<Record<string, string>>,
): Record<string, string[]> {
  const shown = requested.map((_api, index) => (form[fieldOf(index)] ?? '').split(' '));
  const allowed = requested.flatMap(({ identifier, scopes }) => {
    const line = shown.find(([api]) => api === identifier);
    const names = scopes.map(({ name }) => name).filter((name) => line?.slice(1).includes(name));
    return line ? [[identifier, names] as const] : [];
  });
  return Object.fromEntries(allowed);
}
