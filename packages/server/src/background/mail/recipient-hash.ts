import { createHmac, hkdfSync } from 'node:crypto';

export interface RecipientHashes {
  recipientHash: Uint8Array<ArrayBuffer>;
  domainHash: Uint8Array<ArrayBuffer>;
}

/** Keyed hashes of the recipient, to find queued mail. The database alone, without the secret, does not reveal the recipient. */
export function recipientHasher(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, 'identity-server', 'recipients of queued mail', 32));
  const hash = (text: string) => Uint8Array.from(createHmac('sha256', key).update(text).digest());
  const hashEmail = (email: string) => hash(comparable(email));
  return {
    hashEmail,
    hashesOf: (email: string): RecipientHashes => ({
      recipientHash: hashEmail(email),
      domainHash: hash(comparable(email).replace(/^.*@/su, '@')),
    }),
  };
}

const comparable = (email: string) => email.trim().normalize('NFKC').toLowerCase();
