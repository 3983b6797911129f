import { commandActor } from '@org/identity-core/commands';
import type { CommandDatabase, IdentityInvocation } from '@org/identity-prisma';
import { linkCommand } from '../second-factor-link/link-command.js';

/**
 * What a new super admin needs next: a link for the second factor. The link is part of the result if the base URL is known. On a
 * developer's machine none is needed.
 */
export async function linkForNewSuperAdmin(
  services: Pick<CommandDatabase, 'db' | 'events'>,
  invocation: IdentityInvocation,
  email: string,
): Promise<{ result: object; lines: string[] }> {
  const [{ isLoopback }, { getUser }, { makeSecondFactorLink }] = await Promise.all([
    import('@org/identity-core'),
    import('../administration/get-user.js'),
    import('../administration/make-second-factor-link.js'),
  ]);
  const issuer = await invocation.issuer();
  if (issuer !== undefined && isLoopback(new URL(issuer).hostname)) return { result: {}, lines: [] };
  const { secondFactor, status } = await getUser(services.db, email);
  if (secondFactor) return { result: {}, lines: ['The account has a second factor already.'] };
  if (status !== 'ACTIVE') return { result: {}, lines: [] };
  if (issuer === undefined)
    return { result: {}, lines: [`To set up a second factor, they need a link: ${linkCommand(email)}`] };
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
