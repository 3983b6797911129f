import type { EventBus, OpenDatabase } from '@org/identity-prisma';
import { commandActor } from '../database/open-command-database.js';
import type { Command, Invocation } from '../line/command.js';
import { textOf } from '../line/text-of.js';

/** The option of the commands that make a link. */
export const issuerOption = {
  issuer: { type: 'string', value: 'url', help: 'The base URL of the servers, for a link (default: ISSUER)' },
} as const satisfies Command['options'];

type Services = Pick<OpenDatabase, 'db'> & { events: EventBus };

/** The base URL of the servers, if it is known. */
export async function issuerOf({ values, environment }: Invocation): Promise<string | undefined> {
  const given = textOf(values, 'issuer') ?? environment['ISSUER'];
  if (!given) return undefined;
  const { ServerSettings } = await import('../../options.js');
  const issuer = ServerSettings.shape.issuer.safeParse(given.replace(/\/$/u, ''));
  if (!issuer.success) throw new Error(`The issuer ${issuer.error.issues[0]?.message}: ${given}`);
  return issuer.data;
}

/**
 * What a new super admin needs next: a link for the second factor. The link is part of the result if the base URL is known. On a
 * developer's machine none is needed.
 */
export async function linkForNewSuperAdmin(
  services: Services,
  invocation: Invocation,
  email: string,
): Promise<{ result: object; lines: string[] }> {
  const [{ isLoopback }, { getUser, makeSecondFactorLink }] = await Promise.all([
    import('@org/identity-core'),
    import('@org/identity-users'),
  ]);
  const issuer = await issuerOf(invocation);
  if (issuer !== undefined && isLoopback(new URL(issuer).hostname)) return { result: {}, lines: [] };
  const { secondFactor, status } = await getUser(services.db, email);
  if (secondFactor) return { result: {}, lines: ['The account has a second factor already.'] };
  if (status !== 'ACTIVE') return { result: {}, lines: [] };
  if (issuer === undefined) {
    const command = `identity-server users second-factor-link ${email}`;
    return { result: {}, lines: [`To set up a second factor, they need a link: ${command}`] };
  }
  const { url, expiresAt } = await makeSecondFactorLink(services, { email, issuer, actor: commandActor });
  return { result: { secondFactorLink: url, secondFactorLinkExpiresAt: expiresAt }, lines: linkLines(url, expiresAt) };
}

/** How a link is printed. */
export function linkLines(url: string, expiresAt: Date): string[] {
  return [
    'Send them this link, by another way than the password. With it they set up a second factor:',
    url,
    `It works once, until ${expiresAt.toISOString()}, and replaces older ones.`,
  ];
}
