import { once } from 'node:events';
import type { Vault } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { commandActor, secretsOfCommand, withDatabase } from '../database/open-command-database.js';
import { type Command, databaseOption, exitCodes, type Invocation } from '../line/command.js';

/** Writes all people in the form that `users import` reads. */
export const usersExportCommand: Command = {
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

async function toOutput(invocation: Invocation): Promise<number> {
  return exportTo(invocation, async (text) => {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  });
}

async function toFile(path: string, invocation: Invocation): Promise<number> {
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

async function exportTo(invocation: Invocation, write: (text: string) => Promise<void>): Promise<number> {
  const withPasswords = invocation.values['with-passwords'] === true;
  const users = await import('@org/identity-users');
  const writeAll = async (services: Parameters<typeof users.exportPeople>[0], vault?: Vault) => {
    let lines = invocation.values['with-catalogue'] === true ? await writeCatalogue(services.db, write) : 0;
    for await (const page of users.exportPeople(services, { actor: commandActor, ...(vault ? { vault } : {}) })) {
      await write(page.map((person) => `${JSON.stringify(person)}\n`).join(''));
      lines += page.length;
    }
    return lines;
  };
  if (!withPasswords) return withDatabase(invocation, (services) => writeAll(services));
  const { createVault } = await import('../../keys/secrets.js');
  const vault = createVault(await secretsOfCommand(invocation));
  return withDatabase(invocation, (services) => writeAll(services, vault));
}

async function writeCatalogue(db: Database, write: (text: string) => Promise<void>): Promise<number> {
  const { exportCatalogue } = await import('../../catalogue/export-catalogue.js');
  let lines = 0;
  for await (const page of exportCatalogue(db)) {
    await write(page.map((line) => `${JSON.stringify(line)}\n`).join(''));
    lines += page.length;
  }
  return lines;
}
