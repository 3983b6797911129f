import { z } from 'zod';

/** A host name, as in a URL: in lower case, without a port. */
const Host = z
  .string()
  .max(253)
  .regex(/^[a-z\d-]+(?:\.[a-z\d-]+)*$/u, 'must be a host name in lower case, such as example.com');

const count = (normal: number, why: string) => z.int().min(1).max(1_000_000).default(normal).describe(why);

/** The option `limits.foreignClients`: how many clients may come by themselves. */
export const ForeignClientLimits = z.strictObject({
  registrationsOfNetworkPerHour: count(
    20,
    'Clients that [register themselves](../guides/agents.md#dynamic-registration) from one network (IP) in an hour. Raise it if many of your users share one address.',
  ),
  registrationsPerDay: count(2_000, 'The same from all networks together, in a day.'),
  documentsOfNetworkPerHour: count(
    30,
    'New clients with [a metadata document](../guides/agents.md) that requests from one network cause in an hour.',
  ),
  documentsPerDay: count(2_000, 'The same from all networks together, in a day.'),
  total: count(10_000, 'The most clients of each of both kinds. Those that are not used are deleted.'),
});
export type ForeignClientLimits = z.output<typeof ForeignClientLimits>;

/** A private-use URI scheme, as in a URL before the colon. Schemes with a dot need no entry. */
const Scheme = z
  .string()
  .max(50)
  .regex(/^[a-z][a-z\d+-]*$/u, 'must be a scheme in lower case without a dot, such as cursor')
  .refine((scheme) => !refusedSchemes.includes(scheme), 'is a scheme that browsers or other programs use');

/** What a browser handles itself, and what everybody's programs handle. */
const refusedSchemes =
  'about blob chrome data file filesystem ftp http https intent javascript mailto sms tel urn vbscript view-source ws wss'.split(
    ' ',
  );

/** The parts of OAuth that are off unless a deployment turns them on. */
export const oauthOptions = {
  clientIdMetadataDocuments: z
    .union([z.boolean(), z.strictObject({ allow: z.array(Host).optional(), block: z.array(Host).optional() })])
    .default(false)
    .describe(
      'Accepts clients that nobody has registered: their id is the https URL of [a document that describes them](../guides/agents.md). With `{ allow: [host] }` only those of these hosts and of the hosts below them, with `{ block: [host] }` all but those.',
    ),
  dynamicRegistration: z
    .union([z.enum(['off', 'open']), z.strictObject({ initialAccessToken: z.string().min(32) })])
    .default('off')
    .describe(
      '[Clients that register themselves](../guides/agents.md#dynamic-registration): `off`, `open` for everybody, or with an initial access token of at least 32 characters. They never get more than third-party rights.',
    ),
  privateSchemes: z
    .array(Scheme)
    .max(100)
    .default([])
    .describe(
      'Schemes such as `cursor` or `vscode` that [clients which nobody has registered](../guides/agents.md#redirect-uris) may redirect to. Those of a reversed domain, such as `com.example.app`, need no entry. The consent page is shown at every sign-in.',
    ),
  deviceFlow: z
    .boolean()
    .default(false)
    .describe('[Sign-in on a device without a browser](../guides/devices.md), for clients with `deviceFlow`.'),
  pushedAuthorizationRequests: z
    .boolean()
    .default(false)
    .describe(
      '[Authorization requests that a client sends beforehand](../guides/high-security-clients.md) (RFC 9126).',
    ),
  dPoP: z
    .boolean()
    .default(false)
    .describe('[Tokens that are bound to a key of the client](../guides/high-security-clients.md) (RFC 9449).'),
  privateKeyJwt: z
    .boolean()
    .default(false)
    .describe(
      '[Clients that prove themselves with a key](../guides/high-security-clients.md) instead of a secret (RFC 7523).',
    ),
  tokenExchange: z
    .boolean()
    .default(false)
    .describe(
      '[Access tokens in exchange for others](../guides/token-exchange.md) (RFC 8693): for another API, or for an agent that acts for a person.',
    ),
};
