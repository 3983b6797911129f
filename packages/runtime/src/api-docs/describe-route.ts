import { STATUS_CODES } from 'node:http';
import {
  type ErrorCode,
  exportTypes,
  isPlatformScope,
  isRehearsable,
  type Route,
  usersAndMachines,
} from '@org/identity-core';
import type { z } from 'zod';
import { exampleBody } from './example-body.js';
import { isSchema, type JsonSchema, jsonSchemaOf, type NamedSchemas, withoutReferences } from './json-schema.js';
import { jsonContent, type Operation, type Parameter, type Response } from './openapi.js';
import { errorsOf, isOpen } from './route-errors.js';

const token = { accessToken: [] };

const rehearse: Parameter = {
  name: 'rehearse',
  in: 'query',
  required: false,
  description:
    'With `true` nothing is changed: the response is 200 with a `Rehearsal`, or the error of the request itself.',
  schema: { type: 'string', enum: ['true'] },
};

/** Converts `/api/tenants/:id` to the form of OpenAPI: `/api/tenants/{id}`. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/gu, '{$1}');
}

/** A unique name from method and path: `getTenantsByIdMembers`. */
export function operationIdOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const words = path
    .replace(/^\/api\//u, '/')
    .replace(/:(\w+)/gu, (_parameter, name: string) => `by-${name}`)
    .split(/[^\da-z]+/iu)
    .filter((word) => word !== '');
  return [method, ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
}

/** Describes a route, only from the data that the route itself uses. Schemas with a name are added to `named`. */
export function describeRoute(
  route: Route,
  section: string,
  named: NamedSchemas,
  { dPoP }: { dPoP: boolean },
): Operation {
  const parameters = [
    ...pathParameters(route, named),
    ...queryParameters(route.query, named),
    ...(isRehearsable(route) ? [rehearse] : []),
  ];
  return {
    operationId: operationIdOf(route),
    tags: [section],
    summary: route.summary,
    description: `${route.description || `${route.summary}.`} ${scopeSentence(route)}`,
    security: isOpen(route) ? [{}, ...securityOf(route)] : securityOf(route),
    'x-required-scope': route.scope,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: bodyOf(route, route.body, named) } : {}),
    ...(route.uploads ? { requestBody: uploadOf(route.uploads) } : {}),
    responses: {
      [route.status]: {
        description: phraseOf(route.status),
        content: route.status === 204 ? {} : contentOf(route, named),
      },
      ...Object.fromEntries(
        [...errorsOf(route)].map(([status, codes]) => [status, errorResponse(route, status, codes, dPoP)]),
      ),
    },
  };
}

function scopeSentence({ scope, withoutScope }: Route): string {
  if (isPlatformScope(scope)) return 'Third-party clients can never call it.';
  if (withoutScope === undefined) return `Third-party clients need the scope ${scope}.`;
  return `Without the scope ${scope}, third-party clients get: ${withoutScope}`;
}

/** The ways to authenticate, each of which is enough: the access token, or the own scheme of a group or a kind of callers. */
function securityOf(route: Route): Operation['security'] {
  const { callers = usersAndMachines } = route;
  const own = ownSchemesOf(route).map((scheme) => ({ [scheme]: [] }));
  const takesTokens = !route.group?.authenticate && callers.some((kind) => usersAndMachines.includes(kind));
  return takesTokens ? [token, ...own] : own;
}

/** The names of the security schemes that are not the access token: the prefix of a group, or the kinds of callers. */
export function ownSchemesOf({ group, callers = [] }: Route): string[] {
  if (group?.authenticate) return [schemeOf(group)];
  return callers.filter((kind) => !usersAndMachines.includes(kind));
}

/** The name of a group's security scheme. */
function schemeOf({ prefix }: { readonly prefix: string }): string {
  return prefix.replace(/^\//u, '').replaceAll('/', '-');
}

/** A stream, which is read as it arrives. */
function uploadOf({ type, example }: NonNullable<Route['uploads']>): NonNullable<Operation['requestBody']> {
  return { required: true, content: { [type]: { schema: { type: 'string' }, example } } };
}

function bodyOf({ group }: Route, schema: z.ZodType, named: NamedSchemas): NonNullable<Operation['requestBody']> {
  const found = jsonSchemaOf(schema, 'input', named);
  const example = exampleBody(schema, withoutReferences(found, named));
  // An absent body is read as an empty object.
  return { required: !schema.safeParse({}).success, content: contentOfTypes(group?.bodyTypes, found, { example }) };
}

function contentOfTypes(
  types: readonly string[] | undefined,
  schema: JsonSchema,
  more: { example?: unknown } = {},
): Response['content'] {
  return Object.fromEntries((types ?? ['application/json']).map((type) => [type, { schema, ...more }]));
}

function contentOf(route: Route, named: NamedSchemas): Response['content'] {
  if (route.eventStream) return { 'text/event-stream': { schema: { type: 'string' } } };
  if (route.fileName === undefined) return contentOfTypes(route.group?.bodyTypes?.slice(0, 1), replyOf(route, named));
  const types = route.onlyNdjson ? ['application/x-ndjson'] : exportTypes;
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));
}

function replyOf({ reply, streamed }: Route, named: NamedSchemas): JsonSchema {
  const schema = jsonSchemaOf(reply, 'output', named);
  return streamed ? { type: 'array', items: schema } : schema;
}

function pathParameters({ path, params }: Route, named: NamedSchemas): Parameter[] {
  const known = params ? objectOf(params, named).properties : undefined;
  return [...path.matchAll(/:(\w+)/gu)].map(([, name = '']) =>
    parameterOf(known?.[name] ?? { type: 'string' }, { name, in: 'path', required: true }),
  );
}

function queryParameters(query: z.ZodType | undefined, named: NamedSchemas): Parameter[] {
  const { properties = {}, required = [] } = query ? objectOf(query, named) : {};
  return Object.entries(properties).map(([name, schema]) =>
    parameterOf(schema, { name, in: 'query', required: required.includes(name) }),
  );
}

/** Parameters have no name for all of them together, so their fields are needed. */
function objectOf(schema: z.ZodType, named: NamedSchemas): JsonSchema {
  return withoutReferences(jsonSchemaOf(schema, 'input', named), named);
}

function parameterOf(found: unknown, parameter: Omit<Parameter, 'schema' | 'description'>): Parameter {
  // In JSON Schema, `true` allows any value.
  const { description, ...schema } = isSchema(found) ? found : {};
  return { ...parameter, ...(description === undefined ? {} : { description }), schema };
}

const proofChallenge: NonNullable<Response['headers']> = {
  'WWW-Authenticate': {
    description: 'How to authenticate: `Bearer`, or `DPoP` with an error.',
    schema: { type: 'string' },
  },
};
const headersOfErrors: Record<number, NonNullable<Response['headers']>> = {
  401: { 'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', const: 'Bearer' } } },
  429: { 'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } } },
  503: { 'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } } },
};

function errorResponse({ group }: Route, status: number, codes: readonly ErrorCode[], dPoP: boolean): Response {
  const headers = dPoP && status === 401 ? proofChallenge : headersOfErrors[status];
  const described = { description: `${phraseOf(status)}: ${codes.join(', ')}`, ...(headers ? { headers } : {}) };
  // Only the plugin knows the form of its errors.
  if (group?.errorBody) return { ...described, content: contentOfTypes(group.bodyTypes?.slice(0, 1), {}) };
  return {
    ...described,
    content: jsonContent({
      allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: { error: { enum: [...codes] } } }],
    }),
  };
}

function phraseOf(status: number): string {
  return STATUS_CODES[status] ?? String(status);
}
