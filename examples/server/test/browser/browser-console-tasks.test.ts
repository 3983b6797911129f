import test from 'ava';
import { browserPath } from '../support/browser.js';
import { browserTest, enterPassword, goTo, openPage } from '../support/browser-tests.js';
import { assertUsable, consoleLooks } from '../support/console-looks.js';
import { addNamed, seatCount, seatScene } from '../support/console-seats.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer();
});
test.after.always(() => server?.stop());

for (const [look, options] of Object.entries(consoleLooks)) {
  browserTest(
    `the tasks of an owner: invite, grant, take back, suspend, change the owner, audit (${look})`,
    async (t) => {
      const scene = await seatScene(server, 5);
      const { base, tenantId, slug } = scene;
      const { db } = server.identity;
      const people = ['Anna Abel', 'Bert Brix', 'Cleo Cohn'];
      const members = await Promise.all(people.map((name) => addNamed(server, tenantId, name)));
      const page = await openPage(options);
      await page.goto(`${server.issuer}${base}`);
      await enterPassword(page, scene.owner.email);
      await page.waitForURL(`**${base}`);
      await assertUsable(t, page, 'overview');
      const go = (name: string) => goTo(page, 'Organization console', name);

      // Invite three people.
      await go('Invitations');
      await page
        .getByLabel('Email addresses')
        .fill(['tim', 'kim', 'jim'].map((name) => `${name}@${slug}.test`).join('\n'));
      await assertUsable(t, page, 'invitations');
      await page.getByRole('button', { name: 'Send invitations' }).click();
      await page.getByText('3 of 3 invitations were sent.').waitFor();
      await assertUsable(t, page, 'invited');
      t.is(await db.invitation.count({ where: { tenantId, status: 'PENDING' } }), 3);

      // Give each a seat.
      await go('Licenses');
      await assertUsable(t, page, 'licenses');
      await page.getByRole('link', { name: 'Seats and holders' }).click();
      await page.getByRole('link', { name: 'Grant seats' }).click();
      for (const name of people) await page.getByLabel(`Select ${name}`).check();
      await assertUsable(t, page, 'grant');
      await page.getByRole('button', { name: 'Grant seats' }).click();
      await page.getByText('The seats were granted.').waitFor();
      t.is(await seatCount(server, scene), 3);

      // Take one back.
      await page.getByLabel('Select Bert Brix').check();
      await page.getByRole('button', { name: 'Take back the selected seats' }).click();
      await page.getByRole('heading', { name: 'Take the seat back from Bert Brix?' }).waitFor();
      await assertUsable(t, page, 'take back');
      t.is(await seatCount(server, scene), 3, 'nothing has happened yet');
      await page.getByRole('button', { name: 'Take back' }).click();
      await page.getByText('The seats were taken back.').waitFor();
      t.is(await seatCount(server, scene), 2);

      // Suspend somebody. The seat ends with it, and the page says so first.
      await go('Members');
      await assertUsable(t, page, 'members');
      await page.getByRole('link', { name: 'Cleo Cohn' }).click();
      await assertUsable(t, page, 'member');
      await page.getByRole('button', { name: 'Suspend' }).click();
      await page.getByRole('heading', { name: 'Suspend Cleo Cohn?' }).waitFor();
      await assertUsable(t, page, 'suspend');
      await page.getByRole('button', { name: 'Suspend' }).click();
      await page.getByRole('status').getByText('Suspended.').waitFor();
      const cleo = await db.membership.findUnique({ where: { id: members[2]?.membershipId ?? '' } });
      t.is(cleo?.status, 'SUSPENDED');

      // Change the owner: Anna becomes one.
      await go('Members');
      await page.getByRole('link', { name: 'Anna Abel' }).click();
      await page.getByLabel('Role').selectOption({ label: 'Owner' });
      await page.getByRole('button', { name: 'Change role' }).click();
      await assertUsable(t, page, 'new owner');
      await page.locator('main').getByRole('button', { name: 'Change role' }).click();
      await page.getByRole('status').waitFor();
      t.is((await db.membership.findUnique({ where: { id: members[0]?.membershipId ?? '' } }))?.role, 'owner');

      // Read the audit trail.
      await go('Audit');
      await assertUsable(t, page, 'audit');
      for (const text of [
        / changed the role of .+ to owner$/u,
        / suspended ./u,
        / took the seat of .+ back from ./u,
        / gave .+ a seat of ./u,
        / invited .+ as ./u,
      ])
        await page.locator('tbody summary').filter({ hasText: text }).first().waitFor();
    },
  );
}
