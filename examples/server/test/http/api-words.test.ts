import type { OpenApiDocument } from '@org/identity-server';
import test from 'ava';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
});
test.after.always(() => server?.stop());

type Schema = OpenApiDocument['components']['schemas'][string];

function operations(): { name: string; operation: OpenApiDocument['paths'][string][string] }[] {
  return Object.entries(server.identity.openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
}

/** Every field in a schema, at any depth, with its path. References are left to the schemas that they name. */
function fieldsIn(schema: unknown, path: string): { path: string; name: string; description: string | undefined }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items, anyOf = [], oneOf = [], additionalProperties } = schema as Schema;
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => [
      { path: `${path}.${name}`, name, description: typeof inner === 'object' ? inner.description : undefined },
      ...fieldsIn(inner, `${path}.${name}`),
    ]),
    ...[items, additionalProperties, ...anyOf, ...oneOf].flatMap((inner) => fieldsIn(inner, path)),
  ];
}

/** The words of a name such as `givenName`, or of a sentence, without those that say nothing. */
const wordsOf = (text: string) =>
  text
    .replaceAll(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/u)
    .filter(
      (word) => !['', 'the', 'a', 'an', 'of', 'is', 'its', 'this', 'it', 'whether', 'value', 'field'].includes(word),
    )
    .sort()
    .join(' ');

function problemOf(name: string, description: string | undefined): string | undefined {
  if (description === undefined) return 'has no sentence';
  if (!/^[A-Z].{7,}\.$/su.test(description)) return `is no sentence: ${description}`;
  return wordsOf(description) === wordsOf(name) ? `only repeats its name: ${description}` : undefined;
}

test('every field and every parameter has a sentence that says more than its name', (t) => {
  const bodies = operations().flatMap(({ name, operation: { requestBody, responses } }) =>
    // Errors all have one form. What a response adds to it is which codes it has.
    [requestBody, ...Object.entries(responses).flatMap(([status, response]) => (Number(status) < 400 ? response : []))]
      .flatMap((body) => Object.values(body?.content ?? {}))
      .flatMap(({ schema }) => fieldsIn(schema, name)),
  );
  const named = Object.entries(server.identity.openApi.components.schemas).flatMap(([name, schema]) =>
    fieldsIn(schema, name),
  );
  const parameters = operations().flatMap(({ name, operation }) =>
    (operation.parameters ?? []).map((parameter) => ({ ...parameter, path: `${name} ${parameter.name}` })),
  );
  const found = [...bodies, ...named, ...parameters];
  t.true(found.length > 600, String(found.length));
  t.deepEqual(
    found.flatMap(({ path, name, description }) => {
      const problem = problemOf(name, description);
      return problem ? [`${path} ${problem}`] : [];
    }),
    [],
  );
});

test('every JSON body and response is a schema with a name, or a list of one', (t) => {
  const { schemas } = server.identity.openApi.components;
  const isNamed = (schema: Schema): boolean => {
    if (schema.type === 'array') return typeof schema.items === 'object' && isNamed(schema.items as Schema);
    if (schema.anyOf) return schema.anyOf.every((each) => typeof each === 'object' && isNamed(each));
    return schema.$ref !== undefined && schema.$ref.replace('#/components/schemas/', '') in schemas;
  };
  const unnamed = operations().flatMap(({ name, operation: { requestBody, responses } }) => {
    const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
    const contents = [['body', requestBody] as const, ...successes].map(
      ([where, body]) => [where, body?.content['application/json']?.schema] as const,
    );
    return contents.flatMap(([where, schema]) => (schema && !isNamed(schema) ? [`${name} ${where}`] : []));
  });
  t.deepEqual(unnamed, []);
  for (const name of [
    'Tenant',
    'Member',
    'Invitation',
    'Subscription',
    'LicenseType',
    'Webhook',
    'Event',
    'Pagination',
  ])
    t.true(name in schemas, name);
});

test('every reference leads to a schema, and every schema is used', (t) => {
  const text = JSON.stringify(server.identity.openApi);
  const references = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/gu)].map(([, name = '']) => name));
  const { schemas } = server.identity.openApi.components;
  // A rehearsal is the response to every request with `rehearse=true`, whatever its schema is otherwise.
  t.deepEqual([...references, 'Rehearsal'].sort(), Object.keys(schemas).sort());
  t.notRegex(text, /x-words/u);
});
