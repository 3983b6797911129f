import test from 'ava';
import { comeDue, type DeletionServer, deleteAccount, startDeletionServer } from '../support/account-deletion.js';
import { crm, licensedTenant, pro } from '../support/licensing-api.js';
import { addMember, addUser, send, tokenOf } from '../support/tenant-api.js';

let server: DeletionServer;
test.before(async () => {
  server = await startDeletionServer();
});
test.after.always(() => server?.stop());

test('the seat that was kept for an invited user goes to the one who waits when the account is erased', async (t) => {
  const { db } = server.identity;
  const tenant = await licensedTenant(server, 1);
  const { id: tenantId } = tenant;
  const owner = await tokenOf(server.issuer, tenant.owner.email);
  const invited = await addUser(server);
  const token = await tokenOf(server.issuer, invited.email);
  const license = { applicationId: crm, licenseTypeId: pro };
  const body = { email: invited.email, licenses: [license] };
  const { status } = await send(server.issuer, 'POST', `/api/tenants/${tenantId}/invitations`, owner, body);
  t.is(status, 201);
  const { userId } = await addMember(server, tenantId, 'member');
  const waiting = { tenantId, userId, ...license, status: 'WAITING' as const, waitingNumber: 1 };
  await db.licenseRequest.create({ data: waiting });

  t.is((await deleteAccount(server, token)).status, 200);
  t.is(await db.seatReservation.count({ where: { tenantId } }), 1, 'the invitation stays until the account is erased');
  await comeDue(server, invited.userId);
  await server.erase();
  t.is(await db.user.count({ where: { id: invited.userId } }), 0);
  t.is(await db.seatReservation.count({ where: { tenantId } }), 0);
  t.is(await db.seat.count({ where: { tenantId, userId } }), 1);
  t.is(await db.event.count({ where: { tenantId, type: 'invitation.revoked', actorKind: 'system' } }), 1);
});
