import { STATUS_CODES } from 'node:http';
import { type ErrorCode, exportTypes, isPlatformScope, isRehearsable, type Route } from '@org/identity-core';
import type { z } from 'zod';
import { type JsonSchema, jsonSchemaOf } from './json-schema.js';
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

/** Describes a route, only from the data that the route itself uses. */
export function describeRoute(route: Route, section: string): Operation {
  const parameters = [
    ...pathParameters(route),
    ...queryParameters(route.query),
    ...(isRehearsable(route) ? [rehearse] : []),
  ];
  return {
    operationId: operationIdOf(route),
    tags: [section],
    summary: route.summary,
    description: `${route.description || `${route.summary}.`} ${scopeSentence(route)}`,
    security: isOpen(route) ? [{}, securityOf(route)] : [securityOf(route)],
    'x-required-scope': route.scope,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: bodyOf(route, route.body) } : {}),
    responses: {
      [route.status]: { description: phraseOf(route.status), content: contentOf(route) },
      ...Object.fromEntries(
        [...errorsOf(route)].map(([status, codes]) => [status, errorResponse(route, status, codes)]),
      ),
    },
  };
}

function scopeSentence({ scope, withoutScope }: Route): string {
  if (isPlatformScope(scope)) return 'Third-party clients can never call it.';
  if (withoutScope === undefined) return `Third-party clients need the scope ${scope}.`;
  return `Without the scope ${scope}, third-party clients get: ${withoutScope}`;
}

/** A group with its own authentication has a security scheme with its prefix as the name. */
function securityOf({ group }: Route): Operation['security'][number] {
  return group?.authenticate ? { [schemeOf(group)]: [] } : token;
}

/** The name of a group's security scheme. */
export function schemeOf({ prefix }: { readonly prefix: string }): string {
  return prefix.replace(/^\//u, '').replaceAll('/', '-');
}

function bodyOf({ group }: Route, schema: z.ZodType): NonNullable<Operation['requestBody']> {
  const content = contentOfTypes(group?.bodyTypes, jsonSchemaOf(schema, 'input'));
  // An absent body is read as an empty object.
  return { required: !schema.safeParse({}).success, content };
}

function contentOfTypes(types: readonly string[] | undefined, schema: JsonSchema): Response['content'] {
  return types ? Object.fromEntries(types.map((type) => [type, { schema }])) : jsonContent(schema);
}

function contentOf(route: Route): Response['content'] {
  if (route.eventStream) return { 'text/event-stream': { schema: { type: 'string' } } };
  if (route.fileName === undefined) return contentOfTypes(route.group?.bodyTypes?.slice(0, 1), replyOf(route));
  return Object.fromEntries(exportTypes.map((type) => [type, { schema: { type: 'string' } }]));
}

function replyOf({ reply, streamed }: Route): JsonSchema {
  const schema = jsonSchemaOf(reply, 'output');
  return streamed ? { type: 'array', items: schema } : schema;
}

function pathParameters({ path, params }: Route): Parameter[] {
  const known = params ? jsonSchemaOf(params, 'input').properties : undefined;
  return [...path.matchAll(/:(\w+)/gu)].map(([, name = '']) => {
    const schema = known?.[name];
    return { name, in: 'path', required: true, schema: typeof schema === 'object' ? schema : { type: 'string' } };
  });
}

function queryParameters(query: z.ZodType | undefined): Parameter[] {
  const { properties = {}, required = [] } = query ? jsonSchemaOf(query, 'input') : {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    // In JSON Schema, `true` allows any value.
    schema: typeof schema === 'object' ? schema : {},
  }));
}

const headersOfErrors: Record<number, NonNullable<Response['headers']>> = {
  401: { 'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', const: 'Bearer' } } },
  429: { 'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } } },
  503: { 'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } } },
};

function errorResponse({ group }: Route, status: number, codes: readonly ErrorCode[]): Response {
  const headers = headersOfErrors[status];
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
