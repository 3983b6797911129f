import { silentLogger } from '@org/identity-core';
import { openDatabase } from '@org/identity-prisma';
import { createOutbox } from '../../src/background/mail/outbox.js';

// A process that claims a mail, reports this and then hangs. The test kills it.
const [databaseUrl = '', secret = ''] = process.argv.slice(2);
const { pool } = openDatabase({ databaseUrl });
const transport = {
  send: () => {
    process.stdout.write('sending');
    return new Promise<void>(() => {});
  },
};
await createOutbox({ pool, secret, transport, logger: silentLogger }).flush();
