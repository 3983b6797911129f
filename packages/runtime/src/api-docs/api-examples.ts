/** How to get one of the tokens of the examples. */
export interface ExampleToken {
  /** The shell variable that the examples use for it. */
  readonly variable: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** For a user's token: the email to sign in with, and where the code arrives. Without it, the client's own token. */
  readonly user?: { readonly email: string; readonly redirectUri: string };
}

/** What an example request needs that its schemas do not say. */
export interface ExampleRequest {
  /** The variable of the token. */
  readonly token?: string;
  /** Values of its parameters, in addition to those of all requests. */
  readonly values?: ApiExamples['values'];
  /** Optional parameters of the query that the example has. */
  readonly query?: readonly string[];
  /** Instead of the body that is made from the schema. */
  readonly body?: unknown;
  /** What has to be done before it works. */
  readonly note?: string;
}

/**
 * Real values for the examples on `/docs`, so that they work as they are copied. Everyone who can open the page sees them:
 * for demo data only.
 */
export interface ApiExamples {
  readonly tokens: readonly ExampleToken[];
  /** The path of a GET, as in the OpenAPI document, that works with the first token. */
  readonly firstCall: string;
  /** Values of fields and parameters, by their name. */
  readonly values: Readonly<Record<string, string | number>>;
  requestOf(operation: { readonly method: string; readonly path: string }): ExampleRequest;
}

/** The examples of a server that was given no values. */
export const placeholders: ApiExamples = {
  tokens: [
    {
      variable: 'TOKEN',
      client: { id: '$CLIENT_ID', secret: '$CLIENT_SECRET' },
      user: { email: 'ada@example.com', redirectUri: 'https://app.example.com/callback' },
    },
    { variable: 'TOKEN', client: { id: '$CLIENT_ID', secret: '$CLIENT_SECRET' } },
  ],
  firstCall: '/api/users/me',
  values: {},
  requestOf: () => ({}),
};

/** The value with other texts and numbers in the fields that have a value by their name. */
export function withValues(value: unknown, values: ApiExamples['values'], name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => withValues(each, values, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withValues(inner, values, key)]));
  const other = values[name];
  return typeof other === typeof value ? other : value;
}
