import { type Brand, errorStatus, Layout } from '@org/identity-core';
import { Endpoint } from './endpoint.js';
import type { OpenApiDocument } from './openapi.js';
import { referenceStyles } from './reference-styles.js';
import { words } from './reference-words.js';
import { Shape } from './shape.js';

/** The API description for people, made from the document that programs read. */
export function ReferencePage({
  document,
  documentPath,
  brand,
}: {
  document: OpenApiDocument;
  documentPath: string;
  brand: Brand;
}) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const link = <a href={documentPath}>{documentPath}</a>;
  return (
    <Layout title={words.title} brand={brand} styles={referenceStyles} navigation={<Sections document={document} />}>
      <p class="lead">
        {words.lead} {link}
      </p>
      <p>{words.calling}</p>
      {document.tags.map(({ name }) => (
        <section key={name}>
          <h2 id={anchorOf(name)}>{titleOf(name)}</h2>
          {operations
            .filter(({ operation }) => operation.tags.includes(name))
            .map((endpoint) => (
              <Endpoint key={endpoint.operation.operationId} {...endpoint} />
            ))}
        </section>
      ))}
      <Errors document={document} />
    </Layout>
  );
}

/** No plugin can be called that: the anchors of sections begin in their own way. */
const errorsAnchor = 'errors';
const anchorOf = (section: string) => `section-${section}`;
const titleOf = (section: string) => section.charAt(0).toUpperCase() + section.slice(1);

function Sections({ document }: { document: OpenApiDocument }) {
  const links = [...document.tags.map(({ name }) => [anchorOf(name), titleOf(name)]), [errorsAnchor, words.errors]];
  return (
    <nav class="sections" aria-label={words.sections}>
      <ul class="list">
        {links.map(([anchor, name]) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Errors({ document }: { document: OpenApiDocument }) {
  const { error: _code, ...rest } = document.components.schemas['Error']?.properties ?? {};
  return (
    <section>
      <h2 id={errorsAnchor}>{words.errors}</h2>
      <p>{words.errorForm}</p>
      {/* The codes follow below. */}
      <Shape schema={{ ...document.components.schemas['Error'], properties: { error: { type: 'string' }, ...rest } }} />
      <p>{words.codes}</p>
      <ul class="fields">
        {Object.entries(errorStatus).map(([code, status]) => (
          <li key={code}>
            <code>{code}</code> <span>{status}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
