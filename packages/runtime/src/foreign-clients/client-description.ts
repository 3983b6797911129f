import { isLoopback, isStorableText, PlainName, redirectUriProblem, text, webUrlText } from '@org/identity-core';
import { z } from 'zod';
import { mixesScripts } from './look-alikes.js';

/** RFC 7591 has an error of its own for redirect URIs. */
export type DescriptionError = 'invalid_redirect_uri' | 'invalid_client_metadata';

/** Why a client that describes itself is not accepted. The message is for its developer. */
export class DescriptionRefused extends Error {
  constructor(
    message: string,
    readonly error: DescriptionError = 'invalid_client_metadata',
  ) {
    super(message);
  }
}

const maxRedirectUris = 20;
const maxUrl = 1_000;
const maxKeys = 8_000;

const Uri = text(maxUrl).refine(isStorableText);
const Names = z.array(text(200)).max(20);
const names = (name: string) => Names.optional().catch(() => refuse(`${name} must be a list of short texts`));
const HttpsUrl = webUrlText(maxUrl).startsWith('https://');
const Link = HttpsUrl.optional().catch(undefined);

/** What we read of RFC 7591's client metadata. Unknown members are ignored, as the RFC says. */
const Metadata = z.object({
  client_name: z.unknown().optional(),
  redirect_uris: z.unknown().optional(),
  token_endpoint_auth_method: text(100)
    .optional()
    .catch(() => refuse('token_endpoint_auth_method must be a text')),
  grant_types: names('grant_types'),
  response_types: names('response_types'),
  jwks: z.unknown().optional(),
  jwks_uri: z.unknown().optional(),
  agent: z
    .boolean()
    .optional()
    .catch(() => refuse('agent must be true or false')),
  client_uri: Link,
  policy_uri: Link,
  tos_uri: Link,
});

/** A client as its document or its registration describes it, with what we accept of it. */
export interface ClientDescription {
  readonly name: string | undefined;
  readonly redirectUris: readonly string[];
  /** Whether it runs on the device of its user: its redirect URIs on a loopback host may then have any port. */
  readonly native: boolean;
  /** As it was given. Undefined: the default of the kind of client. */
  readonly authMethod: string | undefined;
  readonly jwks: string | null;
  readonly jwksUri: string | null;
  readonly clientUri: string | null;
  readonly policyUri: string | null;
  readonly tosUri: string | null;
  /** Whether it says that it is an agent. */
  readonly agent: boolean;
}

export interface DescriptionRules {
  /** Says what is wrong with a redirect URI, beyond the rules for every client. */
  readonly problemOf?: (uri: URL) => string | undefined;
  /** Private-use schemes that are accepted without a dot: the option `privateSchemes`. */
  readonly schemes: readonly string[];
  /** Whether a redirect URI that we do not accept is left out instead of refused. One has to remain. */
  readonly leavesOut: boolean;
}

/** Reads the metadata of a client. Throws `DescriptionRefused`. */
export function readDescription(input: unknown, rules: DescriptionRules): ClientDescription {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) refuse('must be a JSON object');
  const parsed = Metadata.safeParse(input);
  if (!parsed.success) return refuse(`${parsed.error.issues[0]?.path.join('.')} is not valid`);
  const metadata = parsed.data;
  requireAmong('grant_types', metadata.grant_types, 'authorization_code');
  requireAmong('response_types', metadata.response_types, 'code');
  const redirectUris = readRedirectUris(metadata.redirect_uris, rules);
  return {
    name: readName(metadata.client_name),
    redirectUris,
    native: redirectUris.some((uri) => !uri.startsWith('https:')),
    authMethod: metadata.token_endpoint_auth_method,
    ...readKeys(metadata),
    clientUri: metadata.client_uri ?? null,
    policyUri: metadata.policy_uri ?? null,
    tosUri: metadata.tos_uri ?? null,
    agent: metadata.agent === true,
  };
}

function readName(name: unknown): string | undefined {
  if (name === undefined) return undefined;
  const parsed = PlainName.refine(isStorableText).safeParse(name);
  if (!parsed.success) return refuse(`client_name ${parsed.error.issues[0]?.message ?? 'is not valid'}`);
  if (mixesScripts(parsed.data)) return refuse('client_name must not mix letters of several scripts in one word');
  return parsed.data;
}

function readRedirectUris(input: unknown, { problemOf, schemes, leavesOut }: DescriptionRules): string[] {
  const wrong = (message: string) => refuse(`redirect_uris ${message}`, 'invalid_redirect_uri');
  const uris = z.array(Uri).min(1).max(maxRedirectUris).safeParse(input);
  if (!uris.success)
    return wrong(`must be a list of 1 to ${maxRedirectUris} URIs of at most ${maxUrl} characters each`);
  const accepted: string[] = [];
  let problem = '';
  for (const uri of new Set(uris.data)) {
    const found = problemOfUri(uri, schemes) ?? problemOf?.(new URL(uri));
    if (found === undefined) accepted.push(uri);
    else problem = `${uri}: ${found}`;
  }
  if (accepted.length === 0 || (problem !== '' && !leavesOut)) return wrong(problem);
  return accepted;
}

function problemOfUri(uri: string, schemes: readonly string[]): string | undefined {
  const problem = redirectUriProblem(uri, schemes);
  if (problem !== undefined) return problem;
  const { protocol, hostname } = new URL(uri);
  // A certificate for the device of the user would be known to everybody. oidc-provider refuses it as well.
  return protocol === 'https:' && isLoopback(hostname) ? 'must use http on a loopback host' : undefined;
}

function readKeys({ jwks, jwks_uri: jwksUri }: z.output<typeof Metadata>) {
  if (jwks !== undefined && jwksUri !== undefined) refuse('jwks and jwks_uri exclude each other');
  if (jwksUri !== undefined && !HttpsUrl.safeParse(jwksUri).success) refuse('jwks_uri must be an https URL');
  if (jwks !== undefined && (typeof jwks !== 'object' || jwks === null)) refuse('jwks must be an object');
  const keys = jwks === undefined ? null : JSON.stringify(jwks);
  if (keys !== null && (keys.length > maxKeys || !isStorableText(keys))) refuse('jwks is too large');
  return { jwks: keys, jwksUri: jwksUri === undefined ? null : String(jwksUri) };
}

/** Grant and response types that we do not support are ignored: several real agents list more than they use here. */
function requireAmong(name: string, given: readonly string[] | undefined, needed: string): void {
  if (given !== undefined && !given.includes(needed)) refuse(`${name} must contain ${needed}`);
}

function refuse(message: string, error?: DescriptionError): never {
  throw new DescriptionRefused(message, error);
}
