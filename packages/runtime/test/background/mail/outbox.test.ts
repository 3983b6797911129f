import type { Logger, MailTransport } from '@org/identity-core';
import { createOutbox } from '../../../src/background/mail/outbox.js';
import {
  anotherOutbox,
  openOutbox,
  recordingTransport,
  secret,
  services,
  test,
  untouched,
} from '../../support/outbox-tests.js';
import { mailTo, makeMailDue, secretLink, waitingMails } from '../../support/waiting-mails.js';

const failing = (message: string): MailTransport => ({ send: () => Promise.reject(new Error(message)) });

test('a mail is sent once, as it was written, and its row is gone', async (t) => {
  const { transport, sent } = recordingTransport();
  const { outbox, add, pool } = await openOutbox(t, transport);
  const mail = mailTo('ann@people.test', { subject: 'Grüße 👋', text: 'a\r\nb\u0000c' });
  await add(mail);
  t.deepEqual(sent, [], 'a commit alone sends nothing');
  await outbox.flush();
  await outbox.flush();
  t.deepEqual(sent, [mail]);
  t.deepEqual(await waitingMails(pool), []);
});

test('a decoy waits like a mail, is sent to nobody, and its row is gone', async (t) => {
  const { transport, sent } = recordingTransport();
  const { outbox, db, pool } = await openOutbox(t, transport);
  await db.$transaction(async (tx) => {
    await outbox.add(tx, mailTo('nobody@people.test'), { decoy: true });
    await outbox.add(tx, mailTo('ann@people.test'));
  });
  t.is((await waitingMails(pool)).length, 2);
  await outbox.flush();
  t.deepEqual(sent, [mailTo('ann@people.test')]);
  t.deepEqual(await waitingMails(pool), []);
});

test('many mails of one kind are queued in one call, and each is sent as it was written', async (t) => {
  const { transport, sent } = recordingTransport();
  const { outbox, db, pool } = await openOutbox(t, transport);
  const mails = [mailTo('ann@people.test', { text: 'ü\u0000' }), mailTo('ben@people.test'), mailTo('cleo@else.test')];
  await db.$transaction(async (tx) => {
    await outbox.add(tx, mails, { kind: 'news', priority: 'low', mentions: 'dora@people.test' });
    await outbox.add(tx, mailTo('dora@people.test'), { kind: 'news', mentions: 'dora@people.test' });
    await outbox.add(tx, []);
  });
  const { rows } = await pool.query(
    `SELECT kind, priority, length(recipient_hash) AS recipient, length(domain_hash) AS domain, mentioned_hash
     FROM identity.outgoing_mails ORDER BY priority DESC`,
  );
  const [single] = rows.slice(3);
  for (const row of rows.slice(0, 3)) t.deepEqual(row, { ...single, priority: 1 });
  t.deepEqual([rows.length, single.kind, single.recipient, single.domain], [4, 'news', 32, 32]);
  await outbox.flush();
  t.deepEqual(
    [...sent].sort((one, other) => (one.to < other.to ? -1 : 1)),
    [...mails, mailTo('dora@people.test')],
  );
});

test('a mail whose transaction rolls back is never sent', async (t) => {
  const { transport, sent } = recordingTransport();
  const { outbox, db, pool } = await openOutbox(t, transport);
  const rolledBack = db.$transaction(async (tx) => {
    await outbox.add(tx, mailTo('ann@people.test'));
    // A mail must not be sent before its transaction commits.
    await outbox.flush();
    throw new Error('no');
  });
  await t.throwsAsync(rolledBack, { message: 'no' });
  await outbox.flush();
  t.deepEqual(sent, []);
  t.deepEqual(await waitingMails(pool), []);
});

test('the row is deleted only after the mail was taken', async (t) => {
  const rows: number[] = [];
  const transport: MailTransport = {
    send: async () => {
      rows.push((await waitingMails(database.pool)).length);
    },
  };
  const database = await openOutbox(t, transport);
  await database.add(mailTo('ann@people.test'));
  await database.outbox.flush();
  t.deepEqual(rows, [1]);
  t.is((await waitingMails(database.pool)).length, 0);
});

test('nothing of a mail can be read in the database', async (t) => {
  const { add, pool } = await openOutbox(t, failing('no'));
  await add(mailTo('ann@people.test'));
  const { rows } = await pool.query<{ row: string; message: Buffer }>(
    'SELECT row_to_json(m)::text AS row, encrypted_message AS message FROM identity.outgoing_mails m',
  );
  t.is(rows.length, 1);
  const stored = rows.map(({ row, message }) => row + message.toString('latin1') + message.toString('utf8')).join('');
  for (const word of ['ann', 'people.test', 'invites', 'invitations', secretLink]) {
    t.false(stored.includes(word), word);
    t.false(stored.includes(Buffer.from(word).toString('hex')), word);
  }
});

const tamperings: [string, string][] = [
  ['one changed byte', 'encrypted_message = set_byte(encrypted_message, 40, get_byte(encrypted_message, 40) # 1)'],
  ['a cut end', 'encrypted_message = substring(encrypted_message FROM 1 FOR 35)'],
  ['no content', "encrypted_message = ''"],
  ['another purpose', 'id = gen_random_uuid()'],
];
for (const [name, change] of tamperings) {
  test(`a stored mail with ${name} does not open and holds up no other`, async (t) => {
    const { transport, recipients } = recordingTransport();
    const { outbox, add, pool } = await openOutbox(t, transport);
    await add(mailTo('ann@people.test'));
    await pool.query(`UPDATE identity.outgoing_mails SET ${change}, due_at = now() - interval '1 hour'`);
    await add(mailTo('bob@people.test'));
    await outbox.flush();
    t.deepEqual(recipients(), ['bob@people.test']);
    t.like(await waitingMails(pool), [{ attempts: 1, failed: false }]);
  });
}

test('a mail stored under another secret does not open', async (t) => {
  const { transport, sent } = recordingTransport();
  const { add, pool } = await openOutbox(t, transport);
  await add(mailTo('ann@people.test'));
  await createOutbox({ ...services, pool, transport, secret: `${secret}!` }).flush();
  t.deepEqual(sent, []);
  t.is((await waitingMails(pool)).length, 1);
});

test('a mail that is not taken is tried after 30 s, 60 s, 120 s … 6 h, and given up after 20 tries', async (t) => {
  let tries = 0;
  const transport: MailTransport = {
    send: () => {
      tries += 1;
      return Promise.reject(new Error(`451 try ${tries} was not the right one`));
    },
  };
  const { outbox, add, pool } = await openOutbox(t, transport);
  await add(mailTo('ann@people.test'));
  const waits: { due: number; took: number }[] = [];
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    const before = performance.now();
    await outbox.flush();
    await outbox.flush();
    t.is(tries, attempt, 'not again before it is due');
    const [row] = await waitingMails(pool);
    t.like(row, { attempts: attempt, failed: attempt === 20, last_error: `451 try ${attempt} was not the right one` });
    waits.push({ due: row?.due ?? 0, took: (performance.now() - before) / 1000 });
    await makeMailDue(pool);
  }
  const expected = Array.from({ length: 20 }, (_, index) => Math.min(30 * 2 ** index, 21_600));
  for (const [index, { due, took }] of waits.entries()) {
    const wait = expected[index] ?? 0;
    t.true(due <= wait + 1 && due >= wait - took - 1, JSON.stringify({ wait, due, took }));
  }
  await outbox.flush();
  t.is(tries, 20, 'nobody tries again');
  t.like(await waitingMails(pool), [{ attempts: 20, failed: true }]);
});

test('a mail that is taken at a later try is sent once and gone', async (t) => {
  const { transport, recipients } = recordingTransport();
  const database = await openOutbox(t, failing('421 come back later'));
  await database.add(mailTo('ann@people.test'));
  await database.outbox.flush();
  await makeMailDue(database.pool);
  await anotherOutbox(database, transport).flush();
  t.deepEqual(recipients(), ['ann@people.test']);
  t.deepEqual(await waitingMails(database.pool), []);
});

test('of a refusal the first 300 characters are kept, whatever it is made of', async (t) => {
  const words = `550 \u0000${'é👋'.repeat(400)}`;
  const { outbox, add, pool } = await openOutbox(t, failing(words));
  await add(mailTo('ann@people.test'));
  await outbox.flush();
  const [row] = await waitingMails(pool);
  t.regex(row?.last_error ?? '', /^550 é👋/u);
  t.true((row?.last_error ?? '').length <= 300);
});

test('a transport that throws something else than an error, or at once, only postpones the mail', async (t) => {
  const thrown: unknown[] = ['in words', undefined, { reason: 'an object' }];
  const transport: MailTransport = {
    send: () => {
      throw thrown.pop();
    },
  };
  const { outbox, add, pool } = await openOutbox(t, transport);
  await add(mailTo('a@people.test'), mailTo('b@people.test'), mailTo('c@people.test'));
  await outbox.flush();
  const rows = await waitingMails(pool);
  t.deepEqual(
    rows.map(({ attempts }) => attempts),
    [1, 1, 1],
  );
});

test('without a transport mail waits, untried', async (t) => {
  const { add, pool } = await openOutbox(t, failing('never asked'));
  await add(mailTo('ann@people.test'));
  await createOutbox({ ...services, pool, transport: undefined }).flush();
  await untouched(t, pool, 1);
});

test('sent soon, a mail is on its way without anybody waiting, and stopping waits for it', async (t) => {
  const { transport, recipients } = recordingTransport();
  const { outbox, add, pool } = await openOutbox(t, transport);
  await add(mailTo('ann@people.test'));
  outbox.sendSoon();
  t.deepEqual(recipients(), []);
  await outbox.stop();
  t.deepEqual(recipients(), ['ann@people.test']);
  t.deepEqual(await waitingMails(pool), []);
});

test('a mail server that quotes the link in its refusal brings it neither into the row nor into the log', async (t) => {
  const lines: string[] = [];
  const record = (fields: object, message: string) => void lines.push(message + JSON.stringify(fields));
  const logger: Logger = { debug: record, info: record, warn: record, error: record };
  const refusal = `554 5.7.1 blocked: https://id.example.test/invitations/${secretLink} is on a list`;
  const { outbox, add, pool } = await openOutbox(t, failing(refusal), logger);
  await add(mailTo('ann@people.test'));
  await outbox.flush();
  const [row] = await waitingMails(pool);
  t.regex(row?.last_error ?? '', /^554 5\.7\.1 blocked/u);
  t.false((row?.last_error ?? '').includes(secretLink), 'the row');
  t.is(lines.length, 1);
  t.false(lines.join().includes(secretLink), 'the log');
});

test('one mail that is refused does not stop the others behind it', async (t) => {
  const { transport, recipients } = recordingTransport();
  const choosy: MailTransport = {
    send: (mail) => (mail.to.startsWith('bad') ? Promise.reject(new Error('550 no')) : transport.send(mail)),
  };
  const { outbox, add, pool } = await openOutbox(t, choosy);
  await add(mailTo('bad@people.test'));
  await add(mailTo('ann@people.test'), mailTo('bob@people.test'));
  await outbox.flush();
  t.deepEqual(recipients(), ['ann@people.test', 'bob@people.test']);
  t.like(await waitingMails(pool), [{ attempts: 1, last_error: '550 no' }]);
});
