import { generateSecret, generateURI, verifySync } from 'otplib';

// The settings that every authenticator app supports: SHA-1, six digits, 30 seconds. Some apps ignore other values.
const settings = { algorithm: 'sha1', digits: 6, period: 30 } as const;
const sixDigits = /^[0-9]{6}$/u;

/** A new secret (160 bits, as RFC 4226 recommends), in base32. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** The URL that an authenticator app reads from the QR code. */
export function totpUrl({ secret, email, productName }: { secret: string; email: string; productName: string }) {
  // A colon separates the issuer from the account.
  return generateURI({ ...settings, secret, label: email, issuer: productName.replaceAll(':', ' ') });
}

/** Whether this has the form of an app's code; a recovery code has another. */
export function isTotpCode(code: string): boolean {
  return sixDigits.test(code);
}

/** The time step of a code, or undefined if it is not valid now. A clock may be one step (30 seconds) off. */
export function findTotpStep(secret: string, code: string): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const result = verifySync({ ...settings, secret, token: code, epochTolerance: settings.period });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
