import test from 'ava';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { browserPath } from '../support/browser.js';
import { browserTest, enterPassword, goTo, openPage } from '../support/browser-tests.js';
import { picture } from '../support/pictures.js';
import { addMember, freshTenant, type Member } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer();
});
test.after.always(() => server?.stop());

const names = [
  'Ada Lovelace',
  'Grace Brewster Murray Hopper, Rear Admiral of the United States Navy',
  'Jürgen Groß',
  'فاطمة الفهرية',
  'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren',
];

/** A tenant with an owner, a few members with hard names, and invitations. */
async function lively() {
  const tenant = await freshTenant(server);
  const { db } = server.identity;
  await db.tenant.update({ where: { id: tenant.id }, data: { name: 'Analytical Engines' } });
  await db.user.update({ where: { id: tenant.owner.userId }, data: { displayName: 'Olga Owner' } });
  const members: Member[] = [];
  for (const [index, displayName] of names.entries()) {
    const member = await addMember(
      server,
      tenant.id,
      index === 0 ? 'admin' : 'member',
      index === 3 ? 'SUSPENDED' : 'ACTIVE',
    );
    await db.user.update({ where: { id: member.userId }, data: { displayName } });
    members.push(member);
  }
  const invited = await addMember(server, tenant.id, 'member', 'INVITED');
  const late = await addMember(server, tenant.id, 'member', 'INVITED');
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db.invitation.update({ where: { id: late.membershipId }, data: { expiresAt } });
  return { ...tenant, members, invited };
}

async function openConsole(slug: string, { email }: Member, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await page.goto(`${server.issuer}/console/${slug}`);
  await enterPassword(page, email);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return page;
}

const go = (page: Page, name: string) => goTo(page, 'Organization console', name);

browserTest(
  'an owner invites three people, suspends two and removes one, all by clicking, without scripts',
  async (t) => {
    const { id, slug, owner, members } = await lively();
    const { db } = server.identity;
    const page = await openConsole(slug, owner, { javaScriptEnabled: false });
    await go(page, 'Invitations');
    await page.getByLabel('Email addresses').fill(`Tim <tim@${id}.test>\nkim@${id}.test, jim@${id}.test`);
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await page.getByText('3 of 3 invitations were sent.').waitFor();
    await page.getByRole('link', { name: 'Back to the invitations' }).click();
    await page.getByRole('button', { name: `Revoke kim@${id}.test` }).click();
    await page.getByRole('heading', { name: `Revoke the invitation of kim@${id}.test?` }).waitFor();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The invitation was revoked.').waitFor();
    t.is(
      await db.invitation.count({ where: { tenantId: id, email: { endsWith: `${id}.test` }, status: 'PENDING' } }),
      2,
    );

    await go(page, 'Members');
    await page.getByRole('checkbox', { name: 'Select Ada Lovelace' }).check();
    await page.getByRole('checkbox', { name: 'Select Jürgen Groß' }).check();
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.getByRole('heading', { name: 'Suspend 2 members?' }).waitFor();
    await page.getByText('Ada Lovelace · Jürgen Groß').waitFor();
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('status').getByText('Suspended.').waitFor();
    t.is(await db.membership.count({ where: { tenantId: id, status: 'SUSPENDED' } }), 3);

    await page.getByLabel('Search by name or email').fill('jur');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('link', { name: 'Jürgen Groß' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'Remove Jürgen Groß?' }).waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Removed.').waitFor();
    t.is(await db.membership.count({ where: { id: members[2]?.membershipId ?? '' } }), 0);
  },
);

browserTest('the pages about people can be read and used in every look', async (t) => {
  const { slug, owner, members } = await lively();
  const page = await openConsole(slug, owner);
  await picture(t, page, 'console-overview', page.getByRole('heading', { name: 'What needs attention' }));
  await go(page, 'Members');
  await picture(t, page, 'console-members', page.getByRole('heading', { name: 'Members' }));
  for (const name of ['Ada Lovelace', 'Jürgen Groß'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Remove' }).click();
  await picture(t, page, 'console-members-confirm', page.getByRole('heading', { name: 'Remove 2 members?' }));
  await page.goto(`${server.issuer}/console/${slug}/members/${members[0]?.membershipId}`);
  await picture(t, page, 'console-member', page.getByRole('heading', { name: 'Ada Lovelace' }));
  await go(page, 'Invitations');
  await picture(t, page, 'console-invitations', page.getByRole('heading', { name: 'Invitations', exact: true }));
  await page.getByLabel('Email addresses').fill(`kim@acme.test\n${owner.email}\nnobody`);
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await picture(t, page, 'console-invited', page.getByText('1 of 3 invitations were sent.'));
  await page.goto(`${server.issuer}/console/${slug}/members?ui_locales=de`);
  await picture(t, page, 'german-console-members', page.getByRole('heading', { name: 'Mitglieder' }));
});
