import { applicationId, licenseTypeId, machine } from '../world.mjs';
import { basic, isUnknown, json } from './send.mjs';

/** Gets a token of the machine. It is also the write that measures whether there is service. */
export function machineToken(send, what, server) {
  return send(what, '/api/oauth/token', {
    method: 'POST',
    headers: { authorization: basic(machine) },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    server,
  });
}

/** Grants and revokes the seats of some users. Nobody else changes them, so their state is known unless a request failed. */
export function createSeats({ send, record, pause, userIds }) {
  const states = new Map(userIds.map((id) => [id, 'free']));
  let token;
  const api = async (what, path, body) => {
    while (!token) {
      const response = await machineToken(send, 'token');
      if (response.status === 200) token = response.json().access_token;
      else await pause(200);
    }
    const response = await send(what, `/api/integration/licenses${path}`, {
      method: 'POST',
      headers: json(token),
      body: JSON.stringify(body),
    });
    if (response.status === 401) token = undefined;
    return response;
  };
  const stateOf = async (userId) => {
    const response = await api('check', '/check', { userId, applicationId });
    return response.status === 200 ? (response.json().hasLicense ? 'held' : 'free') : 'unknown';
  };

  async function grant(userId) {
    const response = await api('grant', '/grant', { userId, applicationId, licenseTypeId });
    if (response.status === 201) states.set(userId, 'held');
    else if (isUnknown(response)) states.set(userId, 'unknown');
    else if (response.status !== 401 && response.json().error !== 'NO_SEATS_AVAILABLE')
      record.violation(`a grant got ${response.status} ${response.text}`);
  }

  async function revoke(userId) {
    const response = await api('release', '/revoke', { userId, applicationId });
    if (isUnknown(response)) return void states.set(userId, 'unknown');
    if (response.status === 401) return;
    if (response.status !== 200) record.violation(`a confirmed seat is gone: ${response.status} ${response.text}`);
    states.set(userId, 'free');
    if ((await stateOf(userId)) === 'held') record.violation('a revoked seat still works');
  }

  return {
    states,
    async oneChange() {
      const userId = userIds[Math.floor(Math.random() * userIds.length)];
      const state = states.get(userId);
      if (state === 'unknown') states.set(userId, await stateOf(userId));
      else if (state === 'held') await revoke(userId);
      else await grant(userId);
    },
  };
}
