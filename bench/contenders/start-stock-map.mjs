import { Provider } from 'oidc-provider';
import { openPort } from './contender.mjs';
import { makeCodes } from './make-codes.mjs';
import { clients, profile, stockConfiguration } from './stock-configuration.mjs';

/** Starts stock oidc-provider with a Map as its store in this process. */
export async function startStockMap() {
  const store = new Map(clients.map((client) => [`Client:${client.client_id}`, client]));
  const adapter = (model) => {
    const key = (id) => `${model}:${id}`;
    return {
      upsert: async (id, payload) => void store.set(key(id), payload),
      find: async (id) => store.get(key(id)),
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      consume: async (id) => void Object.assign(store.get(key(id)), { consumed: Math.floor(Date.now() / 1000) }),
      destroy: async (id) => void store.delete(key(id)),
      revokeByGrantId: async () => undefined,
    };
  };
  const { http, issuer } = await openPort();
  const findAccount = async (_ctx, id) => ({ accountId: id, claims: () => profile });
  const provider = new Provider(issuer, stockConfiguration({ adapter, findAccount }));
  http.on('request', provider.callback());
  return { issuer, codes: ({ count, resource }) => makeCodes(provider, { count, ...(resource ? { resource } : {}) }) };
}
