import { silentLogger } from '@org/identity-core';
import { openDatabase } from '@org/identity-prisma';
import { createOutbox } from '../../src/background/mail/outbox.js';

// A process of its own that takes a mail, says so and gets no further: it is there to be killed.
const [databaseUrl = '', secret = ''] = process.argv.slice(2);
const { pool } = openDatabase({ databaseUrl });
const transport = {
  send: () => {
    process.stdout.write('sending');
    return new Promise<void>(() => {});
  },
};
await createOutbox({ pool, secret, transport, logger: silentLogger }).flush();
