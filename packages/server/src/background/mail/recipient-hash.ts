import { createHmac } from 'node:crypto';
import { deriveKey, type Secrets, secretList } from '../../keys/secrets.js';

type Hash = Uint8Array<ArrayBuffer>;

export interface RecipientHashes {
  recipientHash: Hash;
  domainHash: Hash;
}

/** Keyed hashes of the recipient, to find queued mail. The database alone, without the secret, does not reveal the recipient. */
export function recipientHasher(secret: Secrets) {
  const [hash, ...others] = secretList(secret).map(hasherOf) as [Hasher, ...Hasher[]];
  const hashEmail = (email: string) => hash(comparable(email));
  return {
    hashEmail,
    /** The hashes with all secrets: during a rotation a mail may have any of them. */
    allHashesOf: (email: string): Hash[] => [hash, ...others].map((each) => each(comparable(email))),
    hashesOf: (email: string): RecipientHashes => ({
      recipientHash: hashEmail(email),
      domainHash: hash(comparable(email).replace(/^.*@/su, '@')),
    }),
  };
}

type Hasher = (text: string) => Hash;

function hasherOf(secret: string): Hasher {
  const key = deriveKey(secret, 'recipients of queued mail');
  return (text) => Uint8Array.from(createHmac('sha256', key).update(text).digest());
}

const comparable = (email: string) => email.trim().normalize('NFKC').toLowerCase();
