/** How long a response may take before the load gives up. Every response should come much earlier. */
const giveUpMilliseconds = 30_000;

const anyNetwork = () => `10.${[1, 2, 3].map(() => 1 + Math.floor(Math.random() * 250)).join('.')}`;

/** Sends requests to one of the servers at random, and records each response. Status 0 is a request without a response. */
export function createSender(servers, record) {
  return async function send(what, path, { method = 'GET', headers = {}, body, server } = {}) {
    const { url } = server ?? servers[Math.floor(Math.random() * servers.length)];
    const begun = performance.now();
    const result = await fetch(`${url}${path}`, {
      method,
      body,
      redirect: 'manual',
      headers: { 'x-forwarded-for': anyNetwork(), ...headers },
      signal: AbortSignal.timeout(giveUpMilliseconds),
    })
      .then(
        async (response) => ({ status: response.status, headers: response.headers, text: await response.text() }),
        (error) => ({ status: error.name === 'TimeoutError' ? 'timeout' : 0, headers: new Headers(), text: '' }),
      )
      .catch(() => ({ status: 0, headers: new Headers(), text: '' }));
    record.response(what, result.status, performance.now() - begun);
    if (result.status === 500 || result.status === 'timeout' || result.status === 429) {
      record.violation(`${what} got ${result.status}: ${result.text.slice(0, 200)}`);
    }
    return { ...result, json: () => JSON.parse(result.text || '{}') };
  };
}

/** Whether nothing can be said about the outcome: no response, or a 503. */
export const isUnknown = ({ status }) => status === 0 || status === 503 || status === 'timeout';

export const basic = ({ id, secret }) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
export const bearer = (token) => ({ authorization: `Bearer ${token}` });
export const json = (token) => ({ ...bearer(token), 'content-type': 'application/json' });
