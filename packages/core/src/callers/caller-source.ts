import { unauthorized } from '../errors/identity-error.js';
import {
  type CallerKind,
  type CallerKinds,
  type DeclaredCaller,
  type DeclaredKind,
  usersAndMachines,
} from './caller.js';

/** What a caller has sent to be recognized. */
export interface SentSecret {
  /** The bearer token with its prefix, or the value of the cookie. */
  readonly secret: string;
  readonly ip: string;
  /** The path of the request. */
  readonly path: string;
}

/** How the server recognizes the callers of one kind: by the prefix of a bearer token, by a cookie, or by both. */
export interface CallerSource {
  readonly kind: DeclaredKind;
  /** What its bearer tokens begin with, such as `acme_`. Routes that name the kind take them. */
  readonly bearer?: string;
  /** The name of the cookie that has its secret. Pages that name the kind can ask for its caller. */
  readonly cookie?: string;
  /** Finds the caller of a secret. Returns undefined if there is none; the request then has no valid credentials. */
  authenticate(sent: SentSecret): Promise<DeclaredCaller | undefined>;
}

/** The same, as a plugin contributes it: with the type that the plugin has declared for the kind. */
export type CallerPart = {
  [Kind in DeclaredKind]: CallerSource & {
    readonly kind: Kind;
    authenticate(sent: SentSecret): Promise<CallerKinds[Kind] | undefined>;
  };
}[DeclaredKind];

/** The source of the bearer token in an `Authorization` header, if it is of one of these kinds. */
export function sourceOfBearer(
  sources: readonly CallerSource[],
  kinds: readonly CallerKind[],
  authorization: string,
): { readonly source: CallerSource; readonly secret: string } | undefined {
  const [, secret] = /^bearer (\S+)$/iu.exec(authorization) ?? [];
  if (secret === undefined) return undefined;
  const source = sources.find(
    ({ kind, bearer }) => bearer !== undefined && kinds.includes(kind) && secret.startsWith(bearer),
  );
  return source && { source, secret };
}

/** The caller of a bearer token. Throws 401 if the token is not valid. */
export async function callerOfBearer(source: CallerSource, sent: SentSecret): Promise<DeclaredCaller> {
  const caller = await identify(source, sent);
  if (!caller) throw unauthorized();
  return caller;
}

/** The caller of a secret, if it is valid. */
export async function identify(source: CallerSource, sent: SentSecret): Promise<DeclaredCaller | undefined> {
  const caller = await source.authenticate(sent);
  if (caller && caller.kind !== source.kind)
    throw new Error(`The caller is of the kind "${caller.kind}", and not "${source.kind}".`);
  return caller;
}

/** Throws if something names a kind of callers that no plugin brings, or none at all. */
export function checkKinds(
  { callers }: { readonly callers?: readonly CallerKind[] | undefined },
  sources: readonly CallerSource[],
  what: string,
): void {
  if (callers === undefined) return;
  const known = [...usersAndMachines, ...sources.map(({ kind }) => kind)];
  const unknown = callers.find((kind) => !known.includes(kind));
  if (unknown !== undefined || callers.length === 0)
    throw new Error(`${what} takes callers of the kind "${unknown ?? ''}". There are: ${known.join(', ')}.`);
}
