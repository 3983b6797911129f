import { renderPart } from '@org/identity-ui';
import type { VNode } from 'preact';
import type { ApiExamples } from './api-examples.js';
import { Endpoint } from './endpoint.js';
import { withoutReferences } from './json-schema.js';
import { OAuthEndpoint } from './oauth-endpoint.js';
import type { OpenApiDocument, Operation, Response } from './openapi.js';
import type { ProviderEndpoint } from './provider-endpoints.js';
import { errorCodes, type ReferenceSection } from './reference-page.js';
import { words } from './reference-words.js';
import { Shape } from './shape.js';

/** The content of the API reference, rendered once: the routes of plugins, the OAuth endpoints, the errors. */
export function referenceSections(
  document: OpenApiDocument,
  provider: readonly ProviderEndpoint[],
  examples: ApiExamples,
): readonly ReferenceSection[] {
  return [...sectionsOfPlugins(document, examples), oauthSection(document, provider), errorSection(document)];
}

function sectionsOfPlugins(document: OpenApiDocument, examples: ApiExamples): ReferenceSection[] {
  const origin = originOf(document);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: writtenOut(operation, document),
    })),
  );
  return document.tags.map(({ name }) => ({
    // The prefix avoids a conflict with the other sections, whatever a plugin is called.
    anchor: `section-${name}`,
    title: name.charAt(0).toUpperCase() + name.slice(1),
    kind: 'endpoint',
    entries: operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map((endpoint) =>
        entryOf(endpoint.operation.operationId, <Endpoint {...endpoint} {...{ origin, examples }} />, name),
      ),
  }));
}

/** The operation with the fields of every schema, without references. */
function writtenOut(operation: Operation, { components }: OpenApiDocument): Operation {
  const contentOf = (content: Response['content']) =>
    Object.fromEntries(
      Object.entries(content).map(([type, found]) => [
        type,
        { ...found, schema: withoutReferences(found.schema, components.schemas) },
      ]),
    );
  const { parameters, requestBody, responses } = operation;
  return {
    ...operation,
    ...(parameters && {
      parameters: parameters.map((each) => ({ ...each, schema: withoutReferences(each.schema, components.schemas) })),
    }),
    ...(requestBody && { requestBody: { ...requestBody, content: contentOf(requestBody.content) } }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        Number(status) < 400 ? { ...response, content: contentOf(response.content) } : response,
      ]),
    ),
  };
}

function oauthSection(document: OpenApiDocument, provider: readonly ProviderEndpoint[]): ReferenceSection {
  const issuer = originOf(document);
  return {
    anchor: 'oauth',
    title: words.oauth,
    lead: <p>{words.oauthLead}</p>,
    kind: 'endpoint',
    entries: provider.map((endpoint) =>
      entryOf(endpoint.id, <OAuthEndpoint endpoint={endpoint} issuer={issuer} />, 'oauth openid connect'),
    ),
  };
}

function errorSection(document: OpenApiDocument): ReferenceSection {
  const { error: _code, ...rest } = document.components.schemas['Error']?.properties ?? {};
  const schema = {
    ...document.components.schemas['Error'],
    properties: { error: { type: 'string' as const }, ...rest },
  };
  return {
    anchor: 'errors',
    title: words.errors,
    lead: (
      <>
        <p>{words.errorForm}</p>
        <Shape schema={schema} />
        <p>{words.codes}</p>
      </>
    ),
    kind: 'error',
    entries: errorCodes().map(([code, status]) =>
      entryOf(
        code,
        <p class="code">
          <code>{code}</code> <span>{status}</span>
        </p>,
        '',
      ),
    ),
  };
}

function originOf(document: OpenApiDocument): string {
  return document.servers[0]?.url ?? '';
}

/** Renders an entry. The search finds it by its text, including fields and codes, and by its section. */
function entryOf(key: string, node: VNode, section: string) {
  const html = renderPart(node);
  const words = html.replaceAll(/<pre\b.*?<\/pre>/gsu, ' ').replaceAll(/<[^>]+>/gu, ' ');
  const text = `${section} ${words}`
    .replaceAll(/&\w+;|&#\d+;/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .toLowerCase();
  return { key, html, section, text };
}
