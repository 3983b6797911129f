import { type DomainEvent, IdentityError } from '@org/identity-core';
import { commandActor, databaseOption, exitCodes, facts, issuerOption, textOf } from '@org/identity-core/commands';
import type { IdentityCommand, IdentityPlugin } from '@org/identity-prisma';

declare module '@org/identity-core' {
  interface EventTypes {
    'visitor.greeted': true;
  }
  interface ErrorCodes {
    VISITOR_UNKNOWN: 404;
  }
}
declare module '@org/identity-prisma' {
  interface PluginServices {
    greetings?: { for(email: string): string };
  }
}

/** A plugin of a host with commands that use every tool. Its subscriber adds to `heard`. */
export function visitors(heard: DomainEvent[] = []): IdentityPlugin {
  return {
    name: 'visitors',
    declares: {
      events: { 'visitor.greeted': { en: 'Visitor greeted' } },
      errors: { VISITOR_UNKNOWN: 404 },
      services: ['greetings'],
      commands: {
        'visitors show': { summary: 'Show a visitor', load: async () => show },
        'visitors greet': { summary: 'Greet a visitor', load: async () => greet },
        'visitors badge': { summary: 'Sign a badge', load: async () => badge },
      },
    },
    setup: ({ issuer }) => ({
      services: { greetings: { for: (email) => `Welcome to ${issuer}, ${email}` } },
      subscribers: [{ on: 'visitor.greeted', handle: async (_tx, event) => void heard.push(event) }],
    }),
  };
}

const show: IdentityCommand = {
  usage: 'visitors show <email-or-id>',
  summary: 'Shows a visitor',
  operands: ['email-or-id'],
  options: databaseOption,
  async run({ positionals: [emailOrId = ''], withDatabase, result }) {
    const { email, tenants } = await withDatabase(async ({ db, findUser }) => {
      if (emailOrId === 'nobody') throw new IdentityError('VISITOR_UNKNOWN', 'Nobody has visited.');
      const user = await findUser(emailOrId);
      return { ...user, tenants: await db.membership.count({ where: { userId: user.id } }) };
    });
    result({ email, tenants }, facts(Object.entries({ email, tenants })));
    return exitCodes.done;
  },
};

const greet: IdentityCommand = {
  usage: 'visitors greet --email <email>',
  summary: 'Greets a visitor',
  options: { email: { type: 'string', help: 'Whom' }, ...issuerOption, ...databaseOption },
  async run({ values, issuer, withServer, result }) {
    const email = textOf(values, 'email') ?? '';
    const greeting = await withServer({ issuer: await issuer() }, async ({ db, events, findUser, services }) => {
      const { id: subjectId } = await findUser(email);
      const event = { tenantId: null, actor: commandActor, subjectId, data: {} };
      await db.$transaction((tx) => events.publish(tx, { type: 'visitor.greeted', ...event }));
      return services.greetings?.for(email) ?? '';
    });
    result({ greeting }, [greeting]);
    return exitCodes.done;
  },
};

const badge: IdentityCommand = {
  usage: 'visitors badge',
  summary: 'Signs a badge, and encrypts it',
  options: databaseOption,
  async run({ openVault, withDatabase, result }) {
    const vault = await openVault();
    const signed = await withDatabase(async ({ signerOf }) => {
      const sign = await (await signerOf('https://id.example')).prepare({ typ: 'badge+jwt' });
      return sign({ sub: 'ann' });
    });
    const sealed = Buffer.from(vault.seal('badge:ann', Buffer.from(signed))).toString('base64');
    result({ signed, sealed }, [signed]);
    return exitCodes.done;
  },
};
