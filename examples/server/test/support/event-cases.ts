import { dates, queryNumbers } from './hostile-values.js';

interface Readers {
  readonly tenantId: string;
  readonly owner: string;
  readonly operator: string;
}

/** One end of a range may also be a date. */
const bounds = dates.filter((text) => text !== '2030-01-01');
const pages = { page: [...queryNumbers, '1000001'], limit: [...queryNumbers, '101'] };
/** A wait may be 0. */
const waits = [...queryNumbers.filter((value) => value !== '0'), '31'];

/** The numbers and times that the routes of events take, with values that they refuse. */
export function eventFields(readers: () => Readers) {
  const events = () => `/api/tenants/${readers().tenantId}/events`;
  const ofTenant = { as: () => readers().owner, list: (): [string, string] => [events(), readers().owner] };
  const of = (path: string, token: () => string) => ({
    as: token,
    target: () => path,
    list: (): [string, string] => [path, token()],
  });
  const all = of('/api/platform/events', () => readers().operator);
  const own = of('/api/users/me/events', () => readers().owner);
  return [
    ...['from', 'to'].map((field) => ({
      name: `get /api/tenants/{id}/events/export ${field}`,
      ...ofTenant,
      target: () => `${events()}/export`,
      values: bounds,
    })),
    { name: 'get /api/tenants/{id}/events wait', ...ofTenant, target: () => `${events()}?after=`, values: waits },
    { name: 'get /api/platform/events limit', ...all, values: pages.limit },
    { name: 'get /api/platform/events wait', ...all, values: waits },
    { name: 'get /api/users/me/events page', ...own, values: pages.page },
    { name: 'get /api/users/me/events limit', ...own, values: pages.limit },
  ];
}
