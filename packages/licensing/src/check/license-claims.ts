import type { TokenClaims } from '@org/identity-core';
import { type IdentityPluginHost, run, statement } from '@org/identity-prisma';
import { type LicenseRow, licenseColumns, licenseJoins, licenseState } from './license-state.js';

const find = statement(
  'license_claims',
  `SELECT ${licenseColumns} FROM identity.clients c JOIN identity.applications a ON a.id = c.application_id
   ${licenseJoins('$1', '$2')} WHERE c.id = $3 AND c.license_claims`,
);

/** The license claims of tokens, for the clients that want them. Such a token expires with the license. */
export function licenseClaims(pool: IdentityPluginHost['pool']): TokenClaims {
  return {
    names: ['license', 'features'],
    async of(subject, token) {
      if (subject.kind === 'machine' || !subject.licenseClaims) return {};
      const { rows } = await run<LicenseRow>(pool, find, [subject.tenantId, subject.userId, subject.clientId]);
      if (!rows[0]) return {};
      const { license } = licenseState(rows[0]);
      if (license?.expiresAt) token?.endBy(license.expiresAt);
      return { license: license?.licenseType ?? null, features: license?.features ?? [] };
    },
  };
}
