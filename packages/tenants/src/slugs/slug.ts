import { randomInt } from 'node:crypto';
import { text } from '@org/identity-core';

/** Slugs become host names and path segments; these words have other meanings there. */
const reserved = new Set([
  'account',
  'accounts',
  'admin',
  'api',
  'app',
  'apps',
  'assets',
  'auth',
  'blog',
  'cdn',
  'console',
  'dashboard',
  'dev',
  'docs',
  'email',
  'ftp',
  'health',
  'help',
  'id',
  'identity',
  'imap',
  'interaction',
  'internal',
  'invitations',
  'login',
  'logout',
  'mail',
  'metrics',
  'ns1',
  'ns2',
  'oauth',
  'oidc',
  'openid',
  'pop',
  'private',
  'public',
  'ready',
  'register',
  'root',
  'security',
  'settings',
  'signin',
  'signup',
  'smtp',
  'sso',
  'static',
  'status',
  'support',
  'system',
  'test',
  'token',
  'user',
  'users',
  'well-known',
  'www',
]);

/** A slug that a user chose. */
export const Slug = text(63, { min: 3 })
  .regex(/^[a-z0-9](-?[a-z0-9])+$/u, 'lower-case letters, digits and single hyphens only')
  .refine((slug) => !reserved.has(slug), 'this word is reserved');

/** A slug made from a name. `attempt` > 0 adds a suffix, because the plain slug is taken. */
export function slugFromName(name: string, attempt: number): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter(Boolean)
    .join('-')
    .slice(0, 54)
    .replace(/-$/u, '');
  const base = words === '' ? 'tenant' : words;
  const plain = Slug.safeParse(base).success;
  return plain && attempt === 0 ? base : `${base}-${suffix()}`;
}

function suffix(): string {
  return randomInt(36 ** 5, 36 ** 6).toString(36);
}
