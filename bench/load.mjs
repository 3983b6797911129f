import autocannon from 'autocannon';

export const connections = 16;

/**
 * Sends requests to a contender, for so many seconds or so many times; fails on any answer that is not a 2xx.
 * `request` is one of autocannon's, or has `next()` and `done(body)` where each request is made of an earlier answer.
 */
export async function load(contender, request, { seconds, amount, parallel = connections }) {
  const before = await contender.ask('usage');
  let [first, last] = [0, 0];
  const result = await new Promise((resolve, reject) => {
    const instance = autocannon(
      {
        url: contender.issuer,
        connections: parallel,
        ...(amount === undefined ? { duration: seconds } : { amount }),
        requests: [prepared(request)],
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    );
    // Its own times are whole seconds.
    instance.once('start', () => {
      first = performance.now();
    });
    instance.on('response', () => {
      last = performance.now();
    });
  });
  const after = await contender.ask('usage');
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0)
    throw new Error(
      `${request.path} at ${contender.issuer} failed ${failed} times: ${JSON.stringify(result.statusCodeStats)}`,
    );
  return {
    requests: result['2xx'],
    perSecond: (result['2xx'] / (last - first)) * 1000,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: after.cpu - before.cpu,
  };
}

function prepared({ next, done, ...request }) {
  if (!next) return request;
  return {
    ...request,
    setupRequest: (sent) => ({ ...sent, body: next() }),
    ...(done ? { onResponse: (status, body) => status === 200 && done(body) } : {}),
  };
}

/** A form as the body of a request. */
export const form = (fields) => new URLSearchParams(fields).toString();

/** What every form post of a client that has a secret needs. */
export const formHeaders = ({ id, secret }) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  'content-type': 'application/x-www-form-urlencoded',
});
