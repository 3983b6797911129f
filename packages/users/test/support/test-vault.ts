import type { IdentityPluginHost } from '@org/identity-prisma';

/** Replaces the server's encryption: what was sealed for one purpose cannot be opened for another. */
export const testVault: IdentityPluginHost['vault'] = {
  seal: (purpose, plain) => Uint8Array.from(Buffer.from(`${purpose}\n${Buffer.from(plain).toString('base64')}`)),
  open(purpose, sealed) {
    const [sealedFor, plain = ''] = Buffer.from(sealed).toString().split('\n');
    if (sealedFor !== purpose) throw new Error('Sealed for another purpose.');
    return Buffer.from(plain, 'base64');
  },
  digest: (purpose, text) => `${purpose}\n${text}`,
};
