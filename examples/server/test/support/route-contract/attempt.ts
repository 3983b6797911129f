/** One request. */
export interface Attempt {
  token: string | undefined;
  path: string;
  body?: unknown;
  /** Another server than the usual one. */
  issuer?: string;
  /** Sent instead of `body`. */
  raw?: { contentType: string; text: string };
}

export interface Outcome {
  status: number;
  error: string | undefined;
}

/** Sends a request. */
export async function sendAttempt(issuer: string, method: string, attempt: Attempt): Promise<Outcome> {
  const { token, path, body, raw } = attempt;
  const text = raw?.text ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${attempt.issuer ?? issuer}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(text === undefined ? {} : { 'content-type': raw?.contentType ?? 'application/json' }),
    },
    ...(text === undefined ? {} : { body: text }),
  });
  if (response.ok) {
    // A stream of events has no end.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel();
    else await response.arrayBuffer();
    return { status: response.status, error: undefined };
  }
  return { status: response.status, error: ((await response.json()) as { error: string }).error };
}

/** The request with a further query parameter. */
export function withQuery({ path, ...attempt }: Attempt, encoded: string): Attempt {
  return { ...attempt, path: `${path}${path.includes('?') ? '&' : '?'}${encoded}` };
}

/** The request with another value for a parameter of its path. Undefined if the path has no such parameter. */
export function withParameter(attempt: Attempt, template: string, name: string, value: string): Attempt | undefined {
  const at = template.split('/').indexOf(`{${name}}`);
  if (at === -1) return undefined;
  const [path = '', ...query] = attempt.path.split('?');
  const segments = path.split('/');
  segments[at] = value;
  return { ...attempt, path: [segments.join('/'), ...query].join('?') };
}

/** The request with another value for a field of its body or query. Undefined if it has no such field. */
export function withField(attempt: Attempt, name: string, value: string): Attempt | undefined {
  const { body, path } = attempt;
  if (typeof body === 'object' && body !== null && name in body)
    return { ...attempt, body: { ...body, [name]: value } };
  const pattern = new RegExp(`([?&]${name}=)[^&]*`, 'u');
  return pattern.test(path) ? { ...attempt, path: path.replace(pattern, `$1${value}`) } : undefined;
}

/** Makes a value when it is first needed, and then keeps it. */
export function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
