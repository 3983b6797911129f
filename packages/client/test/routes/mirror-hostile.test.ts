import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { mirroredTenant, mirrorOf, reasonOf, type Server, startServer, untilReason } from '../support/mirror-scene.js';

let server: Server;
test.before(async () => {
  server = await startServer();
});
test.after.always(() => server?.stop());

type Answer = (response: ServerResponse) => void;

/** The real server, but for its stream: the answers of the test, one after the other, and then the real one. */
async function withStreams(t: ExecutionContext, answers: Answer[]) {
  const left = [...answers];
  const forward = (request: IncomingMessage, response: ServerResponse) => {
    const { method, headers } = request;
    const passed = send(new URL(request.url ?? '', server.issuer), { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  };
  const proxy = createServer((request, response) => {
    const answer = request.url?.startsWith('/api/integration/events/stream') ? left.shift() : undefined;
    if (answer) answer(response);
    else forward(request, response);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const issuer = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { issuer, left: () => left.length };
}

const stream =
  (...pieces: (string | Buffer)[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) response.write(piece);
  };
const ended =
  (...pieces: (string | Buffer)[]): Answer =>
  (response) => {
    stream(...pieces)(response);
    response.end();
  };
const alive = `event: alive\ndata: {"asOf":${Date.now() + 3_600_000}}\n\n`;
const event = (fields: object) => {
  const whole = { id: 'a', type: 'x', tenantId: null, actor: {}, subjectId: null, data: {}, ...fields };
  return `id: a\ndata: ${JSON.stringify({ occurredAt: new Date().toISOString(), ...whole })}\n\n`;
};

const hostile: Record<string, Answer> = {
  'a page of a proxy': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello'),
  'a redirect': (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'an error without a body': (response) => void response.writeHead(502).end(),
  'an empty stream': ended(),
  'half a message': ended('id: a\ndata: {"id"'),
  'an event that is no JSON': stream('id: a\ndata: {"id"\n\n'),
  'an event with another id': stream(event({ id: 'b' })),
  'an event without a time': stream(event({ occurredAt: 'soon' })),
  'an event without data': stream(event({ data: null })),
  'a sign of life without a time': stream('event: alive\ndata: {"asOf":null}\n\n'),
  'a sign of life that is no JSON': stream('event: alive\ndata: now\n\n'),
  'bytes that are not UTF-8': stream(Buffer.from([0xff, 0xfe, 0x0a])),
  'a line without an end': stream(...Array.from({ length: 20 }, () => 'x'.repeat(100_000))),
  'a message without an end': stream(...Array.from({ length: 20 }, () => `data: ${'x'.repeat(100_000)}\n`)),
};

for (const [what, answer] of Object.entries(hostile))
  test(`${what} instead of the stream: the mirror reports it, goes on, and answers what is true`, async (t) => {
    const { machine, members } = await mirroredTenant(t, server, { held: 1 });
    const { issuer, left } = await withStreams(t, [answer]);
    const errors: unknown[] = [];
    const mirror = mirrorOf(t, { issuer }, machine, { onError: (error) => errors.push(error) });
    await mirror.ready();
    t.is(left(), 0);
    t.is(reasonOf(mirror, members[0]?.userId ?? ''), 'LICENSED');
    if (what !== 'an empty stream' && what !== 'half a message') t.true(errors.length > 0);
  });

test('events of other applications, other types and other tenants change nothing', async (t) => {
  const { mirror, members, tenant } = await mirroredTenant(t, server);
  const userId = members[0]?.userId ?? '';
  const { db } = server.identity;
  const add = (type: 'seat.revoked' | 'tenant.deleted' | 'member.role_changed', data: object, tenantId = tenant.id) =>
    db.event.create({ data: { type, tenantId, actorKind: 'system', subjectId: userId, data } });
  await add('seat.revoked', { applicationId: '019a0000-0000-7000-8000-0000000000a2' });
  await add('member.role_changed', {});
  await add(
    'seat.revoked',
    { applicationId: '019a0000-0000-7000-8000-0000000000a1' },
    '01890000-0000-7000-8000-000000000000',
  );
  await add('seat.revoked', { applicationId: '019a0000-0000-7000-8000-0000000000a1' });
  t.deepEqual(await untilReason(mirror, { userId, reason: 'NO_SEAT' }), ['LICENSED', 'NO_SEAT']);
});

test('signs of life of a clock that is an hour ahead do not make old bytes fresh', async (t) => {
  const { machine, members } = await mirroredTenant(t, server);
  // One sign of life from the future, and then nothing but comments.
  let comments: NodeJS.Timeout | undefined;
  t.teardown(() => clearInterval(comments));
  const { issuer } = await withStreams(t, [
    (response) => {
      stream(alive)(response);
      comments = setInterval(() => response.write(': nothing\n'), 100);
    },
  ]);
  const mirror = mirrorOf(t, { issuer }, machine, { maxStaleSeconds: 2 });
  await mirror.ready();
  const userId = members[0]?.userId ?? '';
  await untilReason(mirror, { userId, reason: 'STALE' });
  t.pass();
});
