import type { CallerSource, Connections, Logger, PageRequest, TranslateError } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { Brand } from '@org/identity-ui';
import type { Context } from 'koa';
import type { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import type { SignInEvents } from '../observe/sign-in-events.js';
import type { PageSessionServices } from './page-session.js';

export interface PageServices {
  provider: Provider;
  issuer: string;
  brand: Brand;
  logger: Logger;
  cookie: { name: string; options: object };
  /** The cookies of a request as oidc-provider signs them. */
  providerCookies(ctx: Context): Context['cookies'];
  /** Signs browsers out at the providers of tenants. */
  connections: Pick<Connections<Transaction>, 'leave'> | undefined;
  visitors: PageSessionServices;
  /** What the paths of consoles begin with. A sign-in to our own pages leads back to them. */
  consolePaths: readonly string[];
  /** The kinds of callers that plugins bring. */
  callers: readonly CallerSource[];
  accounts: PageSessionServices['accounts'];
  pool: Pool;
  sendLogoutNotices: () => void;
  /** The look of a sign-in. */
  signInBrand: PageRequest['signInBrand'];
  signInEvents: Pick<SignInEvents, 'started' | 'ended'>;
  /** The 503 for a database that is unavailable. */
  translate: TranslateError;
}
