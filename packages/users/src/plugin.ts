import type { IdentityPlugin } from '@org/identity-prisma';
import { accountStore } from './account-store.js';
import { emailChangePages } from './email-change-pages.js';
import { routes } from './routes.js';
import { createSignInLimiter, defaultSignInLimits, type SignInLimits } from './sign-in-limits.js';
import { signInStep } from './sign-in-step.js';

export interface UsersOptions {
  signInLimits?: Partial<SignInLimits>;
}

/** Accounts and how people sign in to them. */
export function users(options: UsersOptions = {}): IdentityPlugin {
  const limits = { ...defaultSignInLimits, ...options.signInLimits };
  return {
    name: 'users',
    accounts: ({ db, pool }) => accountStore(db, createSignInLimiter(pool, limits)),
    steps: (host) => [signInStep(host, limits)],
    routes: (host) => routes(host, createSignInLimiter(host.pool, limits)),
    pages: emailChangePages,
    jobs: ({ pool }) => [
      {
        name: 'forget-tries-and-links',
        everySeconds: 60 * 60,
        run: async () => {
          await pool.query('DELETE FROM identity.rate_limits WHERE expire <= $1', [Date.now()]);
          await pool.query('DELETE FROM identity.email_changes WHERE expires_at <= now()');
        },
      },
    ],
  };
}
