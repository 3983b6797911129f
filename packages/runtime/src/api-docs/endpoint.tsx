import type { ApiExamples } from './api-examples.js';
import { curlOf } from './curl-of.js';
import { EndpointLine } from './endpoint-line.js';
import { Examples, responseText } from './example.js';
import { exampleOf } from './example-of.js';
import type { JsonSchema } from './json-schema.js';
import { type Operation, type Parameter, schemaOf } from './openapi.js';
import { words } from './reference-words.js';
import { Sentence } from './sentence.js';
import { Shape } from './shape.js';
import { typeOf } from './shape-of.js';

/** One endpoint. It is one line until the reader opens it. */
export function Endpoint({
  method,
  path,
  operation,
  origin,
  examples,
}: {
  method: string;
  path: string;
  operation: Operation;
  origin: string;
  examples: ApiExamples;
}) {
  const { operationId, summary, description, security, parameters, requestBody, responses } = operation;
  const open = security.some((way) => Object.keys(way).length === 0);
  const statuses = Object.entries(responses);
  const successes = statuses.filter(([status]) => Number(status) < 400);
  const failures = statuses.filter(([status]) => Number(status) >= 400);
  return (
    <details class="endpoint" id={operationId}>
      <EndpointLine method={method} path={path} summary={summary} />
      <p>
        <Sentence text={open ? `${description} ${words.open}` : description} />
      </p>
      {parameters && <Parameters parameters={parameters} />}
      {requestBody && <Part title={words.body} schema={schemaOf(requestBody)} />}
      {successes.map(([status, response]) => (
        <Part key={status} title={`${words.success} ${status}`} schema={schemaOf(response)} />
      ))}
      <h3>{words.errors}</h3>
      <ul class="fields">
        {failures.map(([status, { description: codes }]) => (
          <li key={status}>
            <code>{status}</code> <span>{codes}</span>
          </li>
        ))}
      </ul>
      {successes.map(([status, response]) => (
        <Examples
          key={status}
          request={curlOf({ origin, method, path, operation }, examples)}
          note={examples.requestOf({ method, path }).note}
          response={responseText(status, exampleOf(schemaOf(response)))}
        />
      ))}
    </details>
  );
}

function Part({ title, schema }: { title: string; schema: JsonSchema }) {
  return (
    <>
      <h3>{title}</h3>
      <Shape schema={schema} />
    </>
  );
}

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <>
      <h3>{words.parameters}</h3>
      <ul class="fields">
        {parameters.map(({ name, in: location, required, description, schema }) => (
          <li key={name}>
            <code>{name}</code>{' '}
            <span>
              {[
                typeOf(schema),
                location === 'path' ? words.inPath : words.inQuery,
                ...(required ? [] : [words.optional]),
              ].join(', ')}
            </span>
            {description && (
              <p>
                <Sentence text={description} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
