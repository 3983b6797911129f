import { once } from 'node:events';
import { commandActor, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand, IdentityInvocation } from '@org/identity-prisma';

/** Writes all people in the form that `users import` reads. */
export const usersExportCommand: IdentityCommand = {
  usage: 'users export [file] [options]',
  summary: 'Writes all users in the form that "users import" reads, one JSON object in each line (NDJSON)',
  details: `Without a file, it writes to standard output. An account that is to be erased is left out, and so are memberships that
are suspended or not accepted yet.`,
  operands: [],
  optionalOperand: 'file',
  options: {
    'with-passwords': { type: 'boolean', help: 'Also the hashes of passwords and the secrets of authenticator apps' },
    'with-catalogue': {
      type: 'boolean',
      help: 'First the applications, license types, tenants and subscriptions',
    },
    ...databaseOption,
  },
  async run(invocation) {
    const [path] = invocation.positionals;
    if (path === undefined && invocation.values['json'])
      throw new Error('--json needs a file: the people are the output.');
    const lines = await (path === undefined ? toOutput(invocation) : toFile(path, invocation));
    if (path !== undefined)
      invocation.result({ people: lines, file: path }, [`${lines} lines were written to ${path}.`]);
    return exitCodes.done;
  },
};

async function toOutput(invocation: IdentityInvocation): Promise<number> {
  return exportTo(invocation, async (text) => {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  });
}

async function toFile(path: string, invocation: IdentityInvocation): Promise<number> {
  const { open, rm } = await import('node:fs/promises');
  // Only its owner can read it.
  const file = await open(path, 'wx', 0o600);
  try {
    return await exportTo(invocation, (text) => file.appendFile(text));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function exportTo(invocation: IdentityInvocation, write: (text: string) => Promise<void>): Promise<number> {
  const { exportPeople } = await import('../people-export/export-people.js');
  const vault = invocation.values['with-passwords'] === true ? await invocation.openVault() : undefined;
  return invocation.withDatabase(async ({ catalogue, ...services }) => {
    let lines = 0;
    const writeAll = async (pages: AsyncIterable<readonly object[]>) => {
      for await (const page of pages) {
        await write(page.map((line) => `${JSON.stringify(line)}\n`).join(''));
        lines += page.length;
      }
    };
    if (invocation.values['with-catalogue'] === true) await writeAll(catalogue.export());
    await writeAll(exportPeople(services, { actor: commandActor, ...(vault ? { vault } : {}) }));
    return lines;
  });
}
