import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
/** User present, user verified, and data of a new credential. */
const flags = 0x45;

/** What a browser sends after a device has made a passkey for the challenge of a page. */
export function newPasskey(issuer: string, challenge: string): string {
  const { hostname, origin } = new URL(issuer);
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const part = (value: string) => Buffer.from(value, 'base64url');
  // COSE: an EC2 key on P-256 for ES256.
  const cose = [Buffer.from('a5010203262001215820', 'hex'), part(x), Buffer.from('225820', 'hex'), part(y)];
  const id = randomBytes(16);
  const data = Buffer.concat([
    sha256(hostname),
    Buffer.from([flags, 0, 0, 0, 0]),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    ...cose,
  ]);
  // CBOR: { fmt: 'none', attStmt: {}, authData }
  const attestation = Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, data.length]),
    data,
  ]);
  const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false }));
  return JSON.stringify({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    },
  });
}
