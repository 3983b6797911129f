import { openDatabase } from '@org/identity-prisma';
import { Provider } from 'oidc-provider';
import { resources, tenant } from '../fixtures.mjs';
import { answerRunner, openPort } from './contender.mjs';
import { makeCodes } from './make-codes.mjs';
import { clients, stockConfiguration } from './stock-configuration.mjs';

// P: the adapter that one would write first. One table, the payload as JSON, Prisma's model API. argv: the database.
const { db, close } = openDatabase({ databaseUrl: process.argv[2] });
const adapter = (model) => {
  const key = (id) => ({ idHash_model: { idHash: Buffer.from(id), model } });
  const live = (row) => row && (!row.expiresAt || row.expiresAt > new Date()) && withConsumed(row);
  return {
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? new Date(Date.now() + expiresIn * 1000) : null;
      const data = { payload, grantId: payload.grantId ?? null, uid: payload.uid ?? null, expiresAt };
      await db.oidcRecord.upsert({
        where: key(id),
        create: { idHash: Buffer.from(id), model, ...data },
        update: data,
      });
    },
    find: async (id) => live(await db.oidcRecord.findUnique({ where: key(id) })) || undefined,
    findByUid: async (uid) => live(await db.oidcRecord.findFirst({ where: { uid, model } })) || undefined,
    findByUserCode: async () => undefined,
    consume: (id) => db.oidcRecord.update({ where: key(id), data: { consumedAt: new Date() } }),
    destroy: (id) => db.oidcRecord.deleteMany({ where: { idHash: Buffer.from(id), model } }),
    revokeByGrantId: (grantId) => db.oidcRecord.deleteMany({ where: { grantId } }),
  };
};
const withConsumed = ({ payload, consumedAt }) => ({ ...payload, ...(consumedAt ? { consumed: true } : {}) });
for (const client of clients) await adapter('Client').upsert(client.client_id, client);

const { http, issuer } = await openPort();
const findAccount = async (_ctx, id) => {
  const found = await db.user.findUnique({ where: { id } });
  if (!found) return undefined;
  const { displayName: name, givenName, familyName, locale, email } = found;
  return {
    accountId: id,
    claims: () => ({ sub: id, name, given_name: givenName, family_name: familyName, locale, email }),
  };
};
const provider = new Provider(issuer, stockConfiguration({ adapter, findAccount }));
provider.use(async (ctx, next) => {
  if (ctx.path !== '/api/integration/licenses/check') return next();
  ctx.body = await checkLicense(ctx.get('authorization').slice('Bearer '.length), ctx.query.applicationId);
});
http.on('request', provider.callback());

async function checkLicense(value, applicationId) {
  const token = await provider.AccessToken.find(value);
  const grant = token && (await provider.Grant.find(token.grantId));
  if (!grant) throw new Error('no such token');
  const key = { tenantId: tenant.id, userId: token.accountId };
  const member = await db.membership.findUnique({ where: { tenantId_userId: key, status: 'ACTIVE' } });
  const seat = await db.seat.findUnique({
    where: { tenantId_applicationId_userId: { ...key, applicationId } },
    include: { subscription: { include: { licenseType: true } } },
  });
  if (!member || seat?.subscription.status !== 'ACTIVE') return { hasLicense: false, features: [] };
  const { slug, name, features } = seat.subscription.licenseType;
  return { hasLicense: true, licenseType: slug, licenseTypeName: name, features, assignedAt: seat.assignedAt };
}

answerRunner({
  issuer,
  answers: {
    codes: ({ count, jwt }) => makeCodes(provider, { count, ...(jwt ? { resource: resources.RS256 } : {}) }),
  },
  close,
});
