import test from 'ava';
import {
  accountsOf,
  beginLink,
  choose,
  isDone,
  isFailure,
  lines,
  linksOf,
  mailedLink,
  person,
  server,
  signInAs,
  upstream,
} from '../support/hostile-sso-tests.js';
import { signIn } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';

/** The lines of the log about our own failures. */
const failures = () => lines.filter((line) => / failed /u.test(line)).join('\n');

test.serial('begun as one person and finished as another: the answer of another attempt is refused', async (t) => {
  const [one, two] = [await choose(), await choose()];
  const first = await upstream.visit(one.gone.url, person('swapped-one'));
  const second = await upstream.visit(two.gone.url, person('swapped-two'));
  const swapped = new URL(first);
  swapped.searchParams.set('code', second.searchParams.get('code') ?? '');
  isFailure(t, await one.browser.open(swapped));
  isFailure(t, await one.browser.open(second));
  t.is((await accountsOf('swapped-one@forged.test')) + (await accountsOf('swapped-two@forged.test')), 0);
});

test.serial(
  'a link that is finished after its person signed out, or where somebody else signed in, links nothing',
  async (t) => {
    const mine = await addUser(server);
    const other = await addUser(server);
    const left = await signIn(server.issuer, { email: mine.email });
    const leftUrl = await beginLink(left);
    const after = new URLSearchParams({
      id_token_hint: String(left.tokens.id_token),
      post_logout_redirect_uri: 'http://127.0.0.1:8765/logged-out',
    });
    await left.browser.open(`${server.issuer}/api/oauth/logout?${after}`);
    isFailure(t, await left.browser.open(await upstream.visit(leftUrl, person('left'))), 403);

    const shared = await signIn(server.issuer, { email: mine.email });
    const sharedUrl = await beginLink(shared);
    await signIn(server.issuer, { email: other.email, browser: shared.browser, changes: { prompt: 'login' } });
    isFailure(t, await shared.browser.open(await upstream.visit(sharedUrl, person('left'))), 403);
    t.deepEqual([...(await linksOf(mine.userId)), ...(await linksOf(other.userId))], []);
  },
);

test.serial('what came of a visit goes on in its own sign-in and in no other of that browser', async (t) => {
  const first = await choose();
  const second = await choose('GOOGLE', first.browser);
  const callback = await upstream.visit(first.gone.url, person('wanderer'));
  const taken = await first.browser.request('GET', callback);
  const onward = new URL(taken.headers.get('location') ?? '', server.issuer);
  isFailure(t, await first.browser.open(`${second.shown.url.pathname}/return${onward.search}`));
  t.is(await accountsOf('wanderer@forged.test'), 0);
  t.true(isDone(await first.browser.open(onward)));
});

test.serial('20 callbacks of one visit at once are one answer, one account and one sign-in', async (t) => {
  const { browser, gone } = await choose();
  const account = person('twenty-callbacks');
  const callbacks = await Promise.all(Array.from({ length: 20 }, () => upstream.visit(gone.url, account)));
  const pages = await Promise.all(callbacks.map((callback) => browser.open(callback)));
  t.deepEqual(pages.filter(isDone).length, 1, pages.map(({ status }) => status).join());
  t.true(
    pages.every(({ status }) => status < 500),
    failures(),
  );
  t.is(await accountsOf(account.email), 1);
});

test.serial('20 links by one visit at once are one link, one event and one mail', async (t) => {
  const { userId, email } = await addUser(server);
  const session = await signIn(server.issuer, { email });
  const url = await beginLink(session);
  const callbacks = await Promise.all(Array.from({ length: 20 }, () => upstream.visit(url, person('twenty-links'))));
  const pages = await Promise.all(callbacks.map((callback) => session.browser.open(callback)));
  t.is(pages.filter(({ status }) => status === 200).length, 1, pages.map(({ status }) => status).join());
  t.true(
    pages.every(({ status }) => status < 500),
    failures(),
  );
  t.is((await linksOf(userId)).length, 1);
  t.is(await server.identity.db.event.count({ where: { subjectId: userId, type: 'sso.linked' } }), 1);
});

test.serial('20 first sign-ins of one person at once make one account, and all of them are signed in', async (t) => {
  const account = person('twenty-tabs');
  const begun = await Promise.all(Array.from({ length: 20 }, () => choose()));
  const pages = await Promise.all(
    begun.map(async ({ browser, gone }) => browser.open(await upstream.visit(gone.url, account))),
  );
  t.is(await accountsOf(account.email), 1);
  t.is(pages.filter(isDone).length, 20, pages.map(({ status }) => status).join());
});

test.serial('20 returns of one visit at once are one sign-in and no failure of ours', async (t) => {
  const { browser, gone } = await choose();
  const account = person('twenty-returns');
  const taken = await browser.request('GET', await upstream.visit(gone.url, account));
  const onward = new URL(taken.headers.get('location') ?? '', server.issuer);
  const responses = await Promise.all(Array.from({ length: 20 }, () => browser.request('GET', onward)));
  t.is(responses.filter(({ status }) => status === 303).length, 1, responses.map(({ status }) => status).join());
  t.true(
    responses.every(({ status }) => status < 500),
    failures(),
  );
  t.is(await accountsOf(account.email), 1);
});

test.serial('20 proofs of one address at once link it once', async (t) => {
  const { userId, email } = await addUser(server, 'twenty-proofs@forged.test');
  await server.identity.db.user.update({ where: { id: userId }, data: { emailVerified: false } });
  const visit = await signInAs(person('twenty-proofs'));
  await visit.browser.submit(visit.page, { proof: 'mail' });
  const shown = await visit.browser.open(await mailedLink(email));
  const pages = await Promise.all(Array.from({ length: 20 }, () => visit.browser.submit(shown, {})));
  t.is(pages.filter(isDone).length, 1, pages.map(({ status }) => status).join());
  t.true(
    pages.every(({ status }) => status < 500),
    failures(),
  );
  t.is((await linksOf(userId)).length, 1);
  t.is(await server.identity.db.event.count({ where: { subjectId: userId, type: 'sso.linked' } }), 1);
});

test.serial('one visit sends one mail, however often it is asked for', async (t) => {
  const visit = await signInAs({ ...person('mailed-once'), email_verified: false });
  const asked = await Promise.all(Array.from({ length: 5 }, () => visit.browser.submit(visit.page, { proof: 'mail' })));
  t.true(asked.every(({ status }) => status === 200));
  const done = await visit.browser.submit(await visit.browser.open(await mailedLink('mailed-once@forged.test')), {});
  t.true(isDone(done), 'and its link works');
  t.is(server.mailbox.all.filter(({ to }) => to === 'mailed-once@forged.test').length, 1);
});

test.serial('the proof goes to the account’s own address, not to one that only looks like it', async (t) => {
  const { userId, email } = await addUser(server, 'lookalike@forged.test');
  const wide = 'ｌookalike@forged.test';
  const visit = await signInAs({ ...person('lookalike'), email: wide });
  await visit.browser.submit(visit.page, { proof: 'mail' });
  const done = await visit.browser.submit(await visit.browser.open(await mailedLink(email)), {});
  t.true(isDone(done));
  t.is((await linksOf(userId)).length, 1);
  t.false(server.mailbox.all.some(({ to }) => to === wide));
});

test.serial('one address gets three mails in an hour, however many visits ask for them', async (t) => {
  for (const number of [1, 2, 3, 4]) {
    const visit = await signInAs({ ...person('flooded'), sub: `flood-${number}`, email_verified: false });
    t.is((await visit.browser.submit(visit.page, { proof: 'mail' })).status, 200);
  }
  await server.mailbox.mailTo('flooded@forged.test', 3);
  t.is(
    await server.identity.db.ssoAttempt.count({
      where: { identity: { path: ['email'], equals: 'flooded@forged.test' }, mailSecretHash: { not: null } },
    }),
    3,
  );
});

test.serial('a link to an account that is deleted signs nobody in', async (t) => {
  const account = person('deleted');
  t.true(isDone((await signInAs(account)).page));
  await server.identity.db.user.update({ where: { normalizedEmail: account.email }, data: { deletedAt: new Date() } });
  const { page } = await signInAs(account);
  t.false(isDone(page));
  t.true(page.status < 500);
  const renamed = await signInAs({ ...account, email: 'deleted-and-renamed@forged.test' });
  t.false(isDone(renamed.page), 'with another address neither');
  t.true(renamed.page.status < 500);
  t.is(await accountsOf('deleted-and-renamed@forged.test'), 0);
});
