import { generateSecret, generateURI, verifySync } from 'otplib';

// What every authenticator app understands: SHA-1, six digits, 30 seconds. Some ignore any other wish.
const settings = { algorithm: 'sha1', digits: 6, period: 30 } as const;
const sixDigits = /^[0-9]{6}$/u;

/** A new secret (160 bits, as RFC 4226 recommends), in base32. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** The address that an authenticator app reads from the QR code. */
export function totpAddress({ secret, email, productName }: { secret: string; email: string; productName: string }) {
  // A colon parts the issuer from the account.
  return generateURI({ ...settings, secret, label: email, issuer: productName.replaceAll(':', ' ') });
}

/** Whether this can be a code of an app at all; a recovery code looks otherwise. */
export function isTotpCode(code: string): boolean {
  return sixDigits.test(code);
}

/** The time step that a code belongs to, if it is one of now: a clock may be one step (30 seconds) off. */
export function findTotpStep(secret: string, code: string): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const result = verifySync({ ...settings, secret, token: code, epochTolerance: settings.period });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
