import { people, tenantId } from '../world.mjs';
import { isUnknown, json } from './send.mjs';
import { exchangeCode, getCode } from './sign-in.mjs';

/** Invites people and takes some invitations back, as one admin after the other. */
export function createInvitations({ send, record, pause }) {
  /** The confirmed status of each invitation. */
  const confirmed = new Map();
  let token;
  let number = 0;
  const signIn = async () => {
    const email = people.admins[number % people.admins.length];
    const grant = await getCode(send, record, email);
    const response = grant && (await exchangeCode(send, grant));
    if (response?.status === 200) token = response.json().access_token;
    else await pause(300);
  };
  return {
    confirmed,
    async oneInvitation() {
      number += 1;
      // Each admin may send 200 in an hour.
      if (number % 50 === 0) token = undefined;
      if (!token) return signIn();
      const path = `/api/tenants/${tenantId}/invitations`;
      const body = JSON.stringify({ email: `guest${number}@elsewhere.test`, role: 'member' });
      const response = await send('invite', path, { method: 'POST', headers: json(token), body });
      if (response.status === 401) token = undefined;
      else if (response.status === 201) await maybeRevoke(path, response.json().id);
      else if (!isUnknown(response)) record.violation(`an invitation got ${response.status} ${response.text}`);
    },
  };

  async function maybeRevoke(path, id) {
    confirmed.set(id, 'PENDING');
    if (Math.random() < 0.6) return;
    const response = await send('uninvite', `${path}/${id}`, { method: 'DELETE', headers: json(token) });
    if (response.status === 200) confirmed.set(id, 'REVOKED');
    else if (isUnknown(response)) confirmed.delete(id);
    else if (response.status !== 401) record.violation(`a confirmed invitation is gone: ${response.status}`);
  }
}
