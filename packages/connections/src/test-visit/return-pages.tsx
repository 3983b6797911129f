import {
  type ConnectionKind,
  isUuid,
  type KindConnection,
  type KindReturn,
  ofTenant,
  type PageAnswer,
  type PageRequest,
  type PageRoute,
} from '@org/identity-core';
import { SelfSendingPage } from '../kinds/go-to.js';
import { kindConnection } from '../kinds/kind-of.js';
import type { ConnectionServices } from '../services.js';

type Fields = Readonly<Record<string, string>>;
type Handle = (
  services: ConnectionServices,
  kind: ConnectionKind,
  request: PageRequest,
  response: Fields,
) => Promise<PageAnswer>;

/**
 * The pages on which the response of a provider arrives. A form of another site has no cookies of ours: it is sent again from
 * a page of ours, in the browser that has them. Only then it is read.
 */
export function returnPages(
  services: ConnectionServices,
  path: string,
  kind: ConnectionKind,
  handle: Handle,
): PageRoute[] {
  const { returns } = kind;
  const page = `${path}/${returns.path}`;
  const taken = { callers: ['user', 'setup_link'], origins: ofTenant } as const;
  if (returns.method === 'get')
    return [
      { method: 'get', path: page, ...taken, handle: (request) => handle(services, kind, request, request.query) },
    ];
  const limit = returns.maxBytes === undefined ? {} : { formBytes: returns.maxBytes };
  const read = ({ form }: PageRequest) => pick(form, [returns.stateField, ...(returns.fields ?? [])]);
  return [
    {
      method: 'post',
      path: page,
      origins: ofTenant,
      fromOtherSites: true,
      ...limit,
      handle: (request) => sendAgain(services, kind, request, read(request)),
    },
    {
      method: 'post',
      path: `${page}/here`,
      ...taken,
      ...limit,
      handle: (request) => handle(services, kind, request, read(request)),
    },
  ];
}

async function sendAgain(
  services: ConnectionServices,
  kind: ConnectionKind,
  { params: { connectionId = '' } }: PageRequest,
  fields: Fields,
): Promise<PageAnswer> {
  if (!isUuid(connectionId)) return { notFound: true };
  const { returns } = kind;
  if (!isOfAttempt(returns, fields)) {
    const connection = returns.startsOwn && (await findConnection(services, kind, connectionId));
    if (connection && returns.startsOwn?.(connection)) return { redirect: `/sso/c/${connectionId}/start` };
  }
  const action = `/sso/c/${connectionId}/${returns.path}/here`;
  return { page: <SelfSendingPage brand={services.brand} {...{ action, fields }} /> };
}

/** Whether the response is to an attempt of ours, as far as it can be told without its cookie. */
const isOfAttempt = ({ stateField }: KindReturn, fields: Fields) =>
  /^[\w-]{16}\.[\w-]{43}$/u.test(fields[stateField] ?? '');

const pick = (form: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = form[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The public pages of a kind. They act for nobody. */
export function kindPages(services: ConnectionServices, path: string, kind: ConnectionKind): PageRoute[] {
  return kind.pages.map((page) => ({
    method: 'get',
    path: `${path}/${page.path}`,
    origins: ofTenant,
    async handle(request) {
      const connection = await findConnection(services, kind, request.params['connectionId'] ?? '');
      return connection ? page.handle(connection, request) : { notFound: true };
    },
  }));
}

async function findConnection(
  services: ConnectionServices,
  { kind }: ConnectionKind,
  id: string,
): Promise<KindConnection | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await services.db.connection.findFirst({ where: { id, kind, tenant: { closingAt: null } } });
  return row ? kindConnection(services, row) : undefined;
}
