import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { type DomainServer, domainScene, startDomainServer } from '../support/domain-tests.js';

let server: DomainServer;
test.before(async () => {
  server = await startDomainServer();
});
test.after.always(() => server?.stop());

/** Lets a day pass and runs the job, so many times. */
async function passDays(tenantId: string, count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    await passTime(server.identity.db, { tenantId, milliseconds: days(1.1) });
    await server.checkDomains();
  }
}

// One after the other: each run of the job looks up all domains that are due.
test.serial(
  'a verified domain lapses after its record was missing for a week, and its owners are mailed',
  async (t) => {
    const { tenantId, owner, addVerified, publish, stored, eventTypes } = await domainScene(server);
    const domain = await addVerified();
    await passDays(tenantId, 1);
    t.like(await stored(domain), { status: 'VERIFIED', missingSince: null });
    server.dns.records.delete(domain.record.name);
    await passDays(tenantId, 7);
    t.is((await stored(domain)).status, 'VERIFIED');
    await passDays(tenantId, 1);
    t.is((await stored(domain)).status, 'LAPSED');
    t.deepEqual((await eventTypes()).slice(-1), ['domain.lapsed']);
    const mail = await server.mailbox.mailTo(owner.email);
    // A hair space behind the dot keeps mail programs from making a link.
    t.true(mail.subject.replaceAll('\u200a', '').includes(domain.domain));
    t.true(mail.text.includes(domain.record.name));

    publish(domain);
    await passDays(tenantId, 1);
    t.like(await stored(domain), { status: 'VERIFIED', missingSince: null });
    t.deepEqual((await eventTypes()).slice(-2), ['domain.lapsed', 'domain.verified']);
  },
);

test.serial('a record that is found again within the week begins a new week', async (t) => {
  const { tenantId, addVerified, publish, stored } = await domainScene(server);
  const domain = await addVerified();
  server.dns.records.delete(domain.record.name);
  await passDays(tenantId, 5);
  t.truthy((await stored(domain)).missingSince);
  publish(domain);
  await passDays(tenantId, 1);
  server.dns.records.delete(domain.record.name);
  await passDays(tenantId, 5);
  t.is((await stored(domain)).status, 'VERIFIED');
});

test.serial('a DNS server that cannot be reached lapses no domain', async (t) => {
  const { tenantId, addVerified, stored } = await domainScene(server);
  const domain = await addVerified();
  server.dns.broken.set(domain.record.name, 'fails');
  await passDays(tenantId, 9);
  t.like(await stored(domain), { status: 'VERIFIED', missingSince: null });
});

test.serial('a lapsed domain that another tenant has verified stays lapsed', async (t) => {
  const [one, other] = [await domainScene(server), await domainScene(server)];
  const domain = await one.addVerified();
  server.dns.records.delete(domain.record.name);
  await passDays(one.tenantId, 9);
  const taken = await other.addVerified(domain.domain);
  t.is(taken.status, 'VERIFIED');
  server.dns.records.set(domain.record.name, [domain.record.value, taken.record.value]);
  await passDays(one.tenantId, 2);
  t.is((await one.stored(domain)).status, 'LAPSED');
  t.is((await one.verify(domain)).status, 409);
  t.is((await other.stored(taken)).status, 'VERIFIED');
});

test.serial('the job looks each domain up once a day, and no domain that was never verified', async (t) => {
  const { tenantId, add, addVerified } = await domainScene(server);
  const [pending, verified] = [await add(), await addVerified()];
  server.dns.asked.length = 0;
  await server.checkDomains();
  t.false(server.dns.asked.includes(verified.record.name));
  await passDays(tenantId, 1);
  await server.checkDomains();
  const count = (name: string) => server.dns.asked.filter((asked) => asked === name).length;
  t.deepEqual([count(pending.record.name), count(verified.record.name)], [0, 1]);
});
