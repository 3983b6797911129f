/** The slug in a `tenant` parameter: the value itself, or the first label of a host under the service's domain. */
export function slugOfParameter(parameter: string, issuer: string): string {
  const value = parameter.trim().toLowerCase();
  const suffix = `.${new URL(issuer).hostname}`;
  const host = value.replace(/:\d+$/u, '');
  return host.endsWith(suffix) ? host.slice(0, -suffix.length) : value;
}
