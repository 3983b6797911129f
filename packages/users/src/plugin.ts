import type { Job } from '@org/identity-core';
import type { IdentityPlugin, IdentityPluginHost } from '@org/identity-prisma';
import { accountAreas } from './account-pages/account-pages.js';
import { accountStore } from './administration/account-store.js';
import { seededUsers } from './administration/seeded-users.js';
import { userNames } from './administration/user-names.js';
import { userCommands } from './commands/user-commands.js';
import type { BreachedPasswords } from './credentials/breached-passwords.js';
import { createNewPasswordHash } from './credentials/hash-new-password.js';
import { keepMeasured } from './credentials/measure-classes.js';
import { scoreWorker } from './credentials/password-strength.js';
import { createSignInLimiter, defaultSignInLimits, type SignInLimits } from './credentials/sign-in-limits.js';
import { dataChecks } from './data-checks/data-checks.js';
import { declaredLists } from './declared-lists.js';
import { readGraceDays } from './deletion/deletion-grace.js';
import { eraseAccounts } from './deletion/erase-accounts.js';
import { codeMethod } from './emailed-codes/code-method.js';
import { importArea } from './imports/import-area.js';
import { importRoutes } from './imports/import-routes.js';
import { createImportWork, type ImportWork } from './imports/import-work.js';
import { importsArea } from './imports/imports-area.js';
import { sealedChunks } from './imports/start-import.js';
import { createMailLimiter, defaultMailLimits, type MailLimits } from './limits/mail-limits.js';
import {
  createNewPasswordLimiter,
  defaultNewPasswordLimits,
  type NewPasswordLimits,
} from './limits/new-password-limits.js';
import { createCodeLimiter, defaultSecondFactorLimits, type SecondFactorLimits } from './mfa/check-code.js';
import { sealedTotp } from './mfa/totp.js';
import { createMigration, type MigrateFrom } from './migration/migrate-from.js';
import { passkeyMethod } from './passkeys/passkey-method.js';
import { createExportLimiter, defaultExportLimits, type ExportLimits } from './personal-data/export-limits.js';
import { userData } from './personal-data/personal-data.js';
import { platformAreas } from './platform/platform-areas.js';
import { platformRoutes } from './platform-routes.js';
import { restoreSteps } from './restore/restore-steps.js';
import { pages, routes } from './routes.js';
import { mfaSteps } from './sign-in/mfa-step.js';
import { passwordMethod } from './sign-in/password-method.js';
import { signInStep } from './sign-in/sign-in-step.js';
import { checkProviders, type SsoProvider } from './sso/provider.js';
import { providerMethod } from './sso/provider-method.js';
import { reviewStep } from './sso/review-step.js';
import { upstreamsOf } from './sso/upstreams.js';

export interface UsersOptions {
  signInLimits?: Partial<SignInLimits>;
  /** Limits of wrong codes of a second factor. */
  secondFactorLimits?: Partial<SecondFactorLimits>;
  /** Upstream providers to sign in with, e.g. `google({ clientId, clientSecret })`. */
  sso?: readonly SsoProvider[];
  /** Whether a new user who signs in with an upstream provider gets an account (default true). */
  ssoSignUp?: boolean;
  /** Who can get an account: `open` for everyone with a mailbox, `invite-only` (the default) only with an invitation. */
  registration?: 'open' | 'invite-only';
  /** Whether users can sign in with a password (default true). */
  passwordSignIn?: boolean;
  /** Whether users can sign in with a code of six digits that is mailed to them (default false). */
  emailCodes?: boolean;
  mailLimits?: Partial<MailLimits>;
  /** Limits of the export of a user's data. */
  exportLimits?: Partial<ExportLimits>;
  /** Limits of new passwords, by registration, mailed links and invitations. */
  newPasswordLimits?: Partial<NewPasswordLimits>;
  /** Refuses new passwords that are known from leaks. Off by default, because it calls a service on the internet. */
  breachedPasswords?: BreachedPasswords;
  /** How many days a deleted account can still be kept by signing in (default 30); 0 erases it within the hour. */
  deletionGraceDays?: number;
  /**
   * Asks another system for a user who signs in with a password and whose email has no account here. The person it returns
   * gets an account with this password. Off by default.
   */
  migrateFrom?: MigrateFrom;
  /** Whether there are account pages at `/account` (default true). Turn them off if the host has its own. */
  accountPages?: boolean;
}

const tablesOfLinks = [
  'email_changes',
  'password_resets',
  'second_factor_links',
  'email_verifications',
  'sso_attempts',
  'registrations',
  'passkey_challenges',
  'email_codes',
];

declare module '@org/identity-prisma' {
  interface PluginServices {
    /** Imports people, for the command. */
    imports?: ImportWork;
  }
}

/** Accounts, and the ways to sign in to them. */
export function users(options: UsersOptions = {}): IdentityPlugin {
  const limits = { ...defaultSignInLimits, ...options.signInLimits };
  const { sso = [], ssoSignUp: signUp = true, passwordSignIn = true, emailCodes = false } = options;
  if (!passwordSignIn && !emailCodes && sso.length === 0)
    throw new Error(
      'Without passwords and without upstream providers no user could sign in: set "sso", "emailCodes" or "passwordSignIn".',
    );
  checkProviders(sso);
  const registration = options.registration === 'open';
  if (registration && !passwordSignIn && !emailCodes)
    throw new Error(
      'Registration needs passwords or codes: set "passwordSignIn" or "emailCodes", or leave "registration" at "invite-only".',
    );
  const codeLimits = { ...defaultSecondFactorLimits, ...options.secondFactorLimits };
  const mailLimits = { ...defaultMailLimits, ...options.mailLimits };
  const exportLimits = { ...defaultExportLimits, ...options.exportLimits };
  const newPasswordLimits = { ...defaultNewPasswordLimits, ...options.newPasswordLimits };
  const hasAccountPages = options.accountPages ?? true;
  const graceDays = readGraceDays(options.deletionGraceDays);
  return {
    name: 'users',
    declares: {
      ...declaredLists,
      seed: { sections: { users: seededUsers } },
      services: ['accounts', 'imports'],
      commands: userCommands,
      sealed: [sealedTotp, sealedChunks],
      checks: dataChecks,
      restoreSteps,
    },
    setup(bare) {
      const { pool } = bare;
      const limiter = createSignInLimiter(pool, limits);
      const mailLimiter = createMailLimiter(pool, mailLimits);
      const codeLimiter = createCodeLimiter(pool, codeLimits);
      const accounts = accountStore(
        bare,
        limiter,
        {
          limiter: createNewPasswordLimiter(pool, newPasswordLimits),
          hash: createNewPasswordHash(bare, options.breachedPasswords),
        },
        { passwordSignIn, emailCodes, accountPage: hasAccountPages ? '/account' : undefined },
      );
      const host = { ...bare, accounts };
      const upstreams = upstreamsOf(sso, host);
      const migrate = options.migrateFrom && createMigration({ ...host, upstreams }, options.migrateFrom);
      const imports = createImportWork(host, upstreams);
      const exportLimiter = createExportLimiter(pool, exportLimits);
      let stopMeasuring: (() => Promise<void>) | undefined;
      const services = { limiter, mailLimiter, exportLimiter, upstreams, passwordSignIn, emailCodes, graceDays };
      return {
        services: { accounts, imports },
        start: () => {
          if (passwordSignIn) stopMeasuring = keepMeasured(host);
        },
        close: async () => {
          await Promise.all([scoreWorker.stop(), imports.close(), stopMeasuring?.()]);
        },
        steps: [
          signInStep({ host, mailLimiter, codeLimiter, passwordSignIn, registration }),
          ...mfaSteps({ host, limiter: codeLimiter }),
          ...(sso.length > 0 ? [reviewStep({ host, ...services })] : []),
        ],
        signInMethods: [
          passwordMethod({ ...services, host, migrate }),
          ...(emailCodes ? [codeMethod({ ...services, host, registration })] : []),
          providerMethod({ ...services, host, signUp }),
          passkeyMethod(host),
        ],
        routes: [
          ...routes(host, services),
          ...platformRoutes(host, { mailLimiter, upstreams }),
          ...importRoutes(host, imports),
        ],
        areas: [
          ...(hasAccountPages ? accountAreas({ host, ...services }) : []),
          ...platformAreas(host, mailLimiter),
          importsArea(host, imports),
          importArea(host),
        ],
        pages: pages({ host, ...services }, { accountPages: hasAccountPages, registration }),
        personalData: userData(host),
        names: userNames(host),
        jobs: [...jobs(host), ...imports.jobs],
      };
    },
  };
}

function jobs(host: IdentityPluginHost): Job[] {
  const { pool } = host;
  return [
    {
      name: 'forget-tries-and-links',
      everySeconds: 60 * 60,
      run: async () => {
        await pool.query('DELETE FROM identity.rate_limits WHERE expire <= $1', [Date.now()]);
        for (const links of tablesOfLinks) await pool.query(`DELETE FROM identity.${links} WHERE expires_at <= now()`);
      },
    },
    {
      name: 'erase-accounts',
      everySeconds: 60 * 60,
      run: async (signal) => {
        await pool.query('DELETE FROM identity.account_keeps WHERE expires_at <= now()');
        await eraseAccounts(host, signal);
      },
    },
  ];
}
