import autocannon from 'autocannon';

// On a busy machine a response may take longer than autocannon's default of ten seconds.
const timeout = 60;

/** Sends the requests in turn, for so many seconds or so many times; returns the count and times. */
export async function loadWithAutocannon(issuer, requests, { seconds, amount, parallel }) {
  let [first, last] = [0, 0];
  const result = await new Promise((resolve, reject) => {
    const instance = autocannon(
      {
        url: issuer,
        connections: parallel,
        timeout,
        // It notices after a sample that all was sent; a sample is a second unless told otherwise.
        ...(amount === undefined ? { duration: seconds } : { amount, sampleInt: 50 }),
        requests: requests.map(prepared),
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    );
    // autocannon's own times are whole seconds.
    instance.once('start', () => {
      first = performance.now();
    });
    instance.on('response', () => {
      last = performance.now();
    });
  });
  return {
    requests: result['2xx'],
    sent: amount ?? result['2xx'] + parallel,
    perSecond: (result['2xx'] / (last - first)) * 1000,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
    why: JSON.stringify(result.statusCodeStats),
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
