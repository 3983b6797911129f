import { commandActor, databaseOption, exitCodes, issuerOption } from '@org/identity-core/commands';
import type { IdentityCommand, IdentityInvocation } from '@org/identity-prisma';
import { linkForNewSuperAdmin } from './super-admin-link.js';

/** Adds an account. The password is never on the command line. */
export const usersCreateCommand: IdentityCommand = {
  usage: 'users create --email <email> [options]',
  summary: 'Adds an account; its email counts as verified',
  details: `The command prompts for the password, or reads it from the first line of standard input:
  identity-server users create --email ada@example.com < password.txt`,
  options: {
    email: { type: 'string', value: 'email', help: 'The email to sign in with' },
    'display-name': { type: 'string', value: 'name', help: 'Their name' },
    'given-name': { type: 'string', value: 'name', help: 'Their first name' },
    'family-name': { type: 'string', value: 'name', help: 'Their last name' },
    'super-admin': { type: 'boolean', help: 'Has all rights in every tenant' },
    'generate-password': { type: 'boolean', help: 'Generate a password and print it once' },
    'no-password': { type: 'boolean', help: 'No password: the user sets one with "Forgot your password?"' },
    ...issuerOption,
    ...databaseOption,
  },
  async run(invocation) {
    const { AccountInput, addAccount } = await import('../administration/add-account.js');
    const { values } = invocation;
    const account = AccountInput.parse({
      email: values['email'],
      displayName: values['display-name'],
      givenName: values['given-name'],
      familyName: values['family-name'],
      superAdmin: values['super-admin'],
    });
    const password = await passwordFor(invocation);
    const { id, link } = await invocation.withDatabase(async (services) => {
      const passwordHash = password === undefined ? null : await hashed(password, Object.values(account));
      const added = await addAccount(services, { account, passwordHash, actor: commandActor });
      const link = account.superAdmin ? await linkForNewSuperAdmin(services, invocation, account.email) : undefined;
      return { ...added, link };
    });
    const shown = values['generate-password'] ? { password } : {};
    invocation.result({ id, email: account.email, ...shown, ...link?.result }, [
      `The account ${account.email} was added with the id ${id}.`,
      ...(values['generate-password'] ? [`Its password, which is not shown again: ${password}`] : []),
      ...(link?.lines ?? []),
    ]);
    return exitCodes.done;
  },
};

async function passwordFor({ values, readSecret }: IdentityInvocation): Promise<string | undefined> {
  if (values['no-password'] && values['generate-password']) {
    throw new Error('--no-password and --generate-password exclude each other.');
  }
  if (values['no-password']) return undefined;
  if (values['generate-password']) return (await import('@org/identity-core')).newOneTimeSecret().secret;
  const password = await readSecret('Password');
  if (password === '') {
    throw new Error(
      'There is no password: type one, give it on standard input, or use --generate-password or --no-password.',
    );
  }
  return password;
}

/** Checks and hashes the password like one that a user chooses, but without a request to a service on the internet. */
async function hashed(password: string, ownData: readonly unknown[]): Promise<string> {
  const [{ createOutgoingFetch, silentLogger }, { createNewPasswordHash }] = await Promise.all([
    import('@org/identity-core'),
    import('../credentials/hash-new-password.js'),
  ]);
  const fetch = createOutgoingFetch({ allowPrivate: false });
  const hash = createNewPasswordHash({ fetch, logger: silentLogger });
  return hash(
    password,
    ownData.filter((value) => typeof value === 'string'),
  );
}
