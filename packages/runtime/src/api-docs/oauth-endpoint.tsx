import { EndpointLine } from './endpoint-line.js';
import { Examples, responseText } from './example.js';
import type { ProviderEndpoint } from './provider-endpoints.js';
import { words } from './reference-words.js';

/** An OAuth / OIDC endpoint. Standards describe it, so it has no schemas. */
export function OAuthEndpoint({ endpoint, issuer }: { endpoint: ProviderEndpoint; issuer: string }) {
  const { id, method, path, summary, description, parameters, curl, query, response, errors } = endpoint;
  const url = `'${issuer}${path}${query ? `?${query}` : ''}'`;
  const location = response.location ? `\nLocation: ${response.location}` : '';
  return (
    <details class="endpoint" id={id}>
      <EndpointLine method={method} path={path} summary={summary} />
      <p>{description}</p>
      {parameters.length > 0 && (
        <>
          <h3>{words.parameters}</h3>
          <ul class="fields">
            {parameters.map(([name, meaning]) => (
              <li key={name}>
                <code>{name}</code> <span>{meaning}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{words.errors}</h3>
      <p>{errors}</p>
      <Examples
        request={[`curl ${url}`, ...curl].join(' \\\n  ')}
        response={`${responseText(response.status, response.body)}${location}`}
      />
    </details>
  );
}
