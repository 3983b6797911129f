import type { KeyObject } from 'node:crypto';
import type { JWK } from 'jose';

export interface SigningKey {
  readonly kid: string;
  /** The RSA key that it belongs to: its own id for an RSA key. */
  readonly signingKid: string;
  readonly algorithm: string;
  readonly privateJwk: JWK;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The maximum lifetime, in seconds, of the tokens that it has signed, as stored in the database. */
  readonly tokenSeconds: number;
  /** True for an RSA key of an older version, which derived the keys of other algorithms from it. */
  readonly derivesKeys: boolean;
}
