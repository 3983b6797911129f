import {
  type ErrorCode,
  isRehearsable,
  machineOnly,
  type Route,
  statusOfError,
  takesKind,
  tokenOptional,
} from '@org/identity-core';

/** Whether a route also serves callers without a token. Only one guard lets them in. */
export function isOpen({ guard }: Pick<Route, 'guard'>): boolean {
  return guard === tokenOptional;
}

/** Whether a user whom the provider of a tenant has signed in has to sign in themselves. */
function isForOwnSessions(route: Route): boolean {
  const { guard, group, origins } = route;
  const isForUsers = guard !== machineOnly && group?.authenticate === undefined && takesKind(route, 'user');
  return isForUsers && !origins?.includes('provider');
}

/** All errors of a route by status: those that follow from its definition, and those that it declares. */
export function errorsOf(route: Route): Map<number, ErrorCode[]> {
  // A token must be valid, even if the route needs none. Every route refuses unknown query parameters.
  const codes = new Set<ErrorCode>(['MALFORMED_REQUEST', 'UNAUTHORIZED', 'VALIDATION_FAILED']);
  if (!isOpen(route) || route.withoutScope === undefined) codes.add('FORBIDDEN');
  if (route.body) codes.add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE');
  if (isRehearsable(route)) codes.add('RATE_LIMITED');
  if (isForOwnSessions(route)) codes.add('REAUTHENTICATION_REQUIRED');
  // The tenant may have a policy for sign-ins.
  if (route.path.startsWith('/api/tenants/:')) codes.add('POLICY_NOT_MET');
  for (const code of [...route.errors, 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as const) codes.add(code);

  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = route.errorStatuses[code] ?? route.group?.errorStatuses?.[code] ?? statusOfError(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}
