export type { BreachedPasswords } from './breached-passwords.js';
export { findAccount } from './find-account.js';
export type { MailLimits } from './mail-limits.js';
export { normalizeEmail } from './normalize-email.js';
export { hashPassword, verifyPassword } from './password-hash.js';
export { type UsersOptions, users } from './plugin.js';
export { hashSeedPasswords, seedUsers, UserSeed } from './seed-users.js';
export type { SignInLimits } from './sign-in-limits.js';
export { google, microsoft, type SsoProvider } from './sso/provider.js';
