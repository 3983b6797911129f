import { paths } from '../http/paths.js';
import type { ApiExamples, ExampleToken } from './api-examples.js';
import { quoted } from './curl-of.js';
import { words } from './reference-words.js';

interface FirstStepsProps {
  issuer: string;
  examples: ApiExamples;
  /** A first request with the first token. It is undefined if no plugin has a route for it. */
  call: string | undefined;
}

/** How to get a token, and a first call with it. */
export function FirstSteps({ issuer, examples, call }: FirstStepsProps) {
  const [first, ...others] = examples.tokens;
  return (
    <div class="first-steps">
      <h2 id="first-steps">{words.firstSteps}</h2>
      {first && <Token token={first} issuer={issuer} />}
      {call && <h3>{words.firstCall}</h3>}
      {call && <Commands text={call} />}
      <details>
        <summary>{words.otherTokens}</summary>
        {others.map((token) => (
          <Token key={token.variable} token={token} issuer={issuer} />
        ))}
      </details>
    </div>
  );
}

function Token({ token, issuer }: { token: ExampleToken; issuer: string }) {
  return token.user ? (
    <UserToken token={token} user={token.user} issuer={issuer} />
  ) : (
    <MachineToken token={token} issuer={issuer} />
  );
}

function MachineToken({ token, issuer }: { token: ExampleToken; issuer: string }) {
  const { variable, client } = token;
  return (
    <>
      <h3>{words.machineToken(client.id)}</h3>
      <Commands text={tokenCommand(issuer, { variable, client, fields: ['-d grant_type=client_credentials'] })} />
    </>
  );
}

function UserToken({
  token: { variable, client },
  user,
  issuer,
}: {
  token: ExampleToken;
  user: NonNullable<ExampleToken['user']>;
  issuer: string;
}) {
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: user.redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    state: 'my-state',
    nonce: 'my-nonce',
    prompt: 'login',
    login_hint: user.email,
  });
  const fields = ['-d grant_type=authorization_code', '-d "code=$CODE"', `-d redirect_uri=${user.redirectUri}`];
  return (
    <>
      <h3>{words.userToken(user.email)}</h3>
      <p>
        {isPlaceholder(client.id) ? (
          <code>{`${issuer}${paths.authorization}?${query}`.replace('%24CLIENT_ID', '$CLIENT_ID')}</code>
        ) : (
          <a href={`${paths.authorization}?${query}`}>{words.signIn(user.email)}</a>
        )}
      </p>
      <p>{words.code(user.redirectUri)}</p>
      <Commands text={`CODE=${words.pasted}\n${tokenCommand(issuer, { variable, client, fields })}`} />
    </>
  );
}

interface TokenCommand extends Pick<ExampleToken, 'variable' | 'client'> {
  readonly fields: readonly string[];
}

function tokenCommand(issuer: string, { variable, client, fields }: TokenCommand): string {
  const credentials = `${client.id}:${client.secret}`;
  const request = [
    `curl -s ${quoted(`${issuer}${paths.token}`)}`,
    // The shell replaces variables only in double quotes.
    `-u ${isPlaceholder(client.id) ? `"${credentials}"` : quoted(credentials)}`,
    ...fields,
  ].join(' \\\n  ');
  return `${variable}=$(${request} |\n  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
}

const isPlaceholder = (id: string) => id.startsWith('$');

function Commands({ text }: { text: string }) {
  return (
    <pre>
      <code>{text}</code>
    </pre>
  );
}
