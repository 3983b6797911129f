import type { IdentityPluginHost } from '@org/identity-prisma';

/** Replaces the server's encryption: what was sealed for one place cannot be opened for another. */
export const testVault: IdentityPluginHost['vault'] = {
  seal: (place, plain) => Uint8Array.from(Buffer.from(`${place}\n${Buffer.from(plain).toString('base64')}`)),
  open(place, sealed) {
    const [sealedFor, plain = ''] = Buffer.from(sealed).toString().split('\n');
    if (sealedFor !== place) throw new Error('Sealed for another place.');
    return Buffer.from(plain, 'base64');
  },
  digest: (place, text) => `${place}\n${text}`,
};
