import { createKeyedSemaphore, isIdentityError, rateLimited } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { languages } from '@org/identity-ui';
import type { z } from 'zod';
import { normalizeEmail } from '../accounts/find-account.js';
import type { Migrate } from '../credentials/check-password.js';
import { hashPassword } from '../credentials/password-hash.js';
import { createImportedUser } from '../import/create-imported-user.js';
import type { ImportServices } from '../import/import-services.js';
import { ImportedPerson } from '../import/person.js';
import type { Upstreams } from '../sso/upstreams.js';

/** A person as the other system knows them: an object of an import, without a password. */
const MigratedPerson = ImportedPerson.omit({ password: true });
export type MigratedPerson = z.input<typeof MigratedPerson>;

/** A person of another system cannot get an account; the message is for the log. */
class NotMigrated extends Error {}

/** Asks another system for the person with this email and password. Returns undefined if there is none. */
export type MigrateFrom = (asked: {
  readonly email: string;
  readonly password: string;
  /** Aborts after five seconds. */
  readonly signal: AbortSignal;
}) => Promise<MigratedPerson | undefined>;

type Services = ImportServices & Pick<IdentityPluginHost, 'logger'> & { readonly upstreams: Upstreams };

const timeoutMilliseconds = 5000;
const limits = { atOnce: 10, maxWaiting: 50, maxWaitMilliseconds: timeoutMilliseconds };

/** Creates what moves people over from another system when they sign in for the first time. */
export function createMigration(services: Services, migrateFrom: MigrateFrom): Migrate {
  // Each waits for the other system, and each holds a request.
  const asked = createKeyedSemaphore({ ...limits, refusal: () => rateLimited(timeoutMilliseconds / 1000) });
  const ask = async (email: string, password: string) => {
    const found = await withinTime((signal) => migrateFrom({ email: email.trim(), password, signal }));
    return found === undefined || found === null ? undefined : readPerson(found, email);
  };
  return ({ email, password }) =>
    asked.run('all', async () => {
      const refuse = (error: unknown): undefined => {
        services.logger.error(describe(error, password), 'migrateFrom failed');
        return undefined;
      };
      const person = await ask(email, password).catch(refuse);
      if (!person) return false;
      try {
        await create(services, person, await hashPassword(password));
        return true;
      } catch (error) {
        // Only what is wrong with the person. A database that fails is an error of the request.
        if (!isIdentityError(error) || error.status >= 500) throw error;
        // Another sign-in of the same person was faster.
        if (error.code === 'EMAIL_TAKEN') return true;
        refuse(error);
        return false;
      }
    });
}

async function create(services: Services, person: z.output<typeof MigratedPerson>, hash: string): Promise<void> {
  const providers = new Map([...services.upstreams].map(([id, { provider }]) => [id, provider]));
  const options = { actor: { kind: 'system', id: null } as const, providers, language: languages[0] };
  await createImportedUser(services, { person: { ...person, password: { algorithm: 'argon2', hash } }, options });
}

function readPerson(found: unknown, typed: string) {
  const read = MigratedPerson.safeParse(found);
  if (!read.success) throw new NotMigrated(`The person is not valid: ${read.error.issues[0]?.path.join('.') ?? ''}`);
  if (normalizeEmail(read.data.email) !== normalizeEmail(typed))
    throw new NotMigrated('The email of the person is not the one that was typed.');
  return read.data;
}

/** Ends after the time, also if the function ignores the signal. */
async function withinTime<Result>(ask: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new NotMigrated(`There was no answer within ${timeoutMilliseconds / 1000} seconds.`);
      controller.abort(error);
      reject(error);
    }, timeoutMilliseconds);
  });
  try {
    return await Promise.race([ask(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What the log says of an error of the host's function. Some errors quote the request, which has the password in it. */
function describe(error: unknown, password: string): { error: string; reason: string } {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  const forms = [password, encodeURIComponent(password), new URLSearchParams({ p: password }).toString().slice(2)];
  const quoted = JSON.stringify(password).slice(1, -1);
  const reason = [...forms, quoted].reduce((text, form) => text.replaceAll(form, '[password]'), message);
  return { error: name, reason };
}
