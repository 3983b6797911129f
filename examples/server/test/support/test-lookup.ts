import dns, { type LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Makes this thread look the names of one domain up at a DNS server of the test, wherever Node.js would ask the system. As
 * there, nothing is remembered. Returns a function that ends it.
 */
export function lookUpAt(server: string, domain: string): () => void {
  const resolver = new Resolver({ timeout: 5_000, tries: 1 });
  resolver.setServers([server]);
  const system = dns.lookup;
  const resolve = async (name: string): Promise<LookupAddress[]> => {
    const none = () => [];
    const inOrder = await resolver.resolve4(name).catch(none);
    const others = await resolver.resolve6(name).catch(none);
    const as = (family: 4 | 6) => (address: string) => ({ address, family });
    return [...inOrder.map(as(4)), ...others.map(as(6))];
  };
  type Callback = (error: Error | null, addresses: LookupAddress[] | string, family?: number) => void;
  const lookup = (name: string, options: { all?: boolean }, callback: Callback) => {
    if (!name.endsWith(`.${domain}`)) return Reflect.apply(system, dns, [name, options, callback]);
    resolve(name).then((addresses) => {
      const [first] = addresses;
      if (!first) callback(Object.assign(new Error(`${name} has no IP.`), { code: 'ENOTFOUND' }), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
  // What was imported by name follows only after the second call.
  dns.lookup = lookup as typeof dns.lookup;
  syncBuiltinESMExports();
  return () => {
    dns.lookup = system;
    syncBuiltinESMExports();
  };
}
