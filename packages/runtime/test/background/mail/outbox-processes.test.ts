import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { MailTransport } from '@org/identity-core';
import { labelOldMail } from '../../../src/background/mail/label-old-mail.js';
import { anotherOutbox, openOutbox, recordingTransport, secret, test, untouched } from '../../support/outbox-tests.js';
import { mailTo, makeMailDue, waitingMails } from '../../support/waiting-mails.js';

test('two processes that send at once send each of 50 mails exactly once', async (t) => {
  const { transport, recipients } = recordingTransport();
  const database = await openOutbox(t, transport);
  const all = Array.from({ length: 50 }, (_, index) => `p${index}@people.test`).sort();
  await database.add(...all.map((email) => mailTo(email)));
  const other = anotherOutbox(database, transport);
  await Promise.all([database.outbox, other, database.outbox, other].map((outbox) => outbox.flush()));
  t.deepEqual(recipients(), all);
  t.deepEqual(await waitingMails(database.pool), []);
});

test('a mail whose process was killed while sending is left alone for two minutes and then sent by another', async (t) => {
  const { transport, recipients } = recordingTransport();
  const database = await openOutbox(t, transport);
  await database.add(mailTo('ann@people.test'));
  const program = fileURLToPath(new URL('../../support/hanging-flush.js', import.meta.url));
  const child = spawn(process.execPath, [program, database.url, secret], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [first] = (await Promise.race([once(child.stdout, 'data'), exited])) as [unknown];
  child.kill('SIGKILL');
  await exited;
  t.is(String(first), 'sending');
  await database.outbox.flush();
  t.deepEqual(recipients(), [], 'the claim holds');
  const [claimed] = await waitingMails(database.pool);
  t.like(claimed, { attempts: 1, failed: false });
  t.true((claimed?.due ?? 0) > 60 && (claimed?.due ?? 0) <= 120, String(claimed?.due));
  await makeMailDue(database.pool);
  await database.outbox.flush();
  t.deepEqual(recipients(), ['ann@people.test']);
  t.deepEqual(await waitingMails(database.pool), []);
});

test('a process that is stopping takes no mail, and loses none of its tries', async (t) => {
  const { transport, sent } = recordingTransport();
  const { outbox, add, pool } = await openOutbox(t, transport);
  await add(mailTo('ann@people.test'));
  await outbox.flush(AbortSignal.abort());
  t.deepEqual(sent, []);
  await untouched(t, pool, 1);
});

test('told to stop while sending, it finishes those mails and leaves the others as they were', async (t) => {
  const stopping = new AbortController();
  const { transport, sent } = recordingTransport();
  const { outbox, add, pool } = await openOutbox(t, {
    send: (mail) => {
      stopping.abort();
      return transport.send(mail);
    },
  });
  // One per recipient at a time: the others wait for their turn.
  await add(...['a', 'b', 'a', 'b', 'a'].map((name) => mailTo(`${name}@people.test`)));
  await outbox.flush(stopping.signal);
  t.is(sent.length, 2);
  await untouched(t, pool, 3);
});

/** A transport that accepts every mail, except those that match: their delivery never ends. */
function hangingTransport(hangs: (to: string) => boolean) {
  const begun: string[] = [];
  const { transport, sent } = recordingTransport();
  const waiting: (() => void)[] = [];
  const wakeAll = () => {
    for (const wake of waiting.splice(0)) wake();
  };
  const hung: (() => void)[] = [];
  let isOver = false;
  const hanging: MailTransport = {
    send: (mail) => {
      begun.push(mail.to);
      if (!hangs(mail.to)) return transport.send(mail).then(wakeAll);
      return isOver ? Promise.resolve() : new Promise((resolve) => hung.push(resolve));
    },
  };
  /** Ends all waiting deliveries at the end of a test, because the database closes after the last mail. */
  const release = () => {
    isOver = true;
    for (const end of hung.splice(0)) end();
  };
  /** Resolves when a mail to this email was passed to the transport. */
  const taken = async (to: string) => {
    while (!sent.some((mail) => mail.to === to)) await new Promise<void>((wake) => waiting.push(wake));
  };
  return { transport: hanging, begun, taken, release };
}

test('101 invitations to a recipient whose mail server hangs hold up one lane and nobody else’s reset mail', async (t) => {
  const victim = 'victim@tarpit.test';
  const { transport, begun, taken, release } = hangingTransport((to) => to === victim);
  const { outbox, db } = await openOutbox(t, transport);
  await db.$transaction(async (tx) => {
    for (let index = 0; index < 101; index += 1) await outbox.add(tx, mailTo(victim), { priority: 'low' });
    await outbox.add(tx, mailTo('bob@people.test'));
  });
  const flushed = outbox.flush();
  await taken('bob@people.test');
  // Further requests ask for the same in the meantime.
  for (let index = 0; index < 20; index += 1) outbox.sendSoon();
  await db.$transaction((tx) => outbox.add(tx, mailTo('ann@people.test')));
  outbox.sendSoon();
  await taken('ann@people.test');
  t.is(begun.filter((to) => to === victim).length, 1);
  release();
  await flushed;
});

test('invitations to 50 strangers whose mail servers hang leave lanes for other mail', async (t) => {
  const { transport, begun, taken, release } = hangingTransport((to) => to.startsWith('stranger'));
  const { outbox, db } = await openOutbox(t, transport);
  await db.$transaction(async (tx) => {
    for (let index = 0; index < 50; index += 1)
      await outbox.add(tx, mailTo(`stranger@domain-${index}.test`), { priority: 'low' });
  });
  for (let index = 0; index < 50; index += 1) outbox.sendSoon();
  await db.$transaction((tx) => outbox.add(tx, mailTo('bob@people.test')));
  outbox.sendSoon();
  await taken('bob@people.test');
  t.true(begun.length <= 5, begun.join());
  release();
  await outbox.stop();
});

test('mail to a domain that hangs leaves lanes for other domains, even if it is no invitation', async (t) => {
  const { transport, begun, taken, release } = hangingTransport((to) => to.endsWith('@tarpit.test'));
  const { outbox, add } = await openOutbox(t, transport);
  await add(...Array.from({ length: 20 }, (_, index) => mailTo(`p${index}@tarpit.test`)));
  await add(mailTo('bob@people.test'));
  const flushed = outbox.flush();
  await taken('bob@people.test');
  t.is(begun.length, 5, begun.join());
  release();
  await flushed;
});

test('a reset mail is sent before the invitations that were queued earlier', async (t) => {
  const { transport, sent } = recordingTransport();
  const { outbox, db } = await openOutbox(t, transport);
  await db.$transaction(async (tx) => {
    for (const name of ['a', 'b', 'c']) await outbox.add(tx, mailTo(`${name}@people.test`), { priority: 'low' });
    await outbox.add(tx, mailTo('reset@people.test'));
  });
  await outbox.flush();
  t.is(sent.length, 4);
  t.is(sent[0]?.to, 'reset@people.test');
});

test('mail of an older version, without a hash of its recipient, gets one and is sent', async (t) => {
  const { transport, recipients } = recordingTransport();
  const { outbox, add, db, pool } = await openOutbox(t, transport);
  await add(mailTo('Ann@people.test'), mailTo('bob@people.test'));
  const stored = async () =>
    (await pool.query('SELECT recipient_hash, domain_hash FROM identity.outgoing_mails ORDER BY id')).rows;
  const before = await stored();
  await pool.query('UPDATE identity.outgoing_mails SET recipient_hash = NULL, domain_hash = NULL');
  await labelOldMail({ db, secret });
  t.deepEqual(await stored(), before);
  await pool.query('UPDATE identity.outgoing_mails SET recipient_hash = NULL, domain_hash = NULL');
  await outbox.flush();
  t.deepEqual(recipients(), ['Ann@people.test', 'bob@people.test']);
});
