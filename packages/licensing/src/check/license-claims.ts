import type { TokenClaims, TokenSubject } from '@org/identity-core';
import { run, statement } from '@org/identity-prisma';
import { settleDue } from '../seat-changes/what-is-due.js';
import type { CheckServices } from './check-license.js';
import { type LicenseRow, type LicenseState, licenseColumns, licenseJoins, licenseState } from './license-state.js';

const find = statement(
  'license_claims',
  `SELECT a.id AS "applicationId", ${licenseColumns}
   FROM identity.clients c JOIN identity.applications a ON a.id = c.application_id
   ${licenseJoins('$1', '$2')} WHERE c.id = $3 AND c.license_claims`,
);

type User = Extract<TokenSubject, { kind: 'user' }>;

/** The license claims of tokens, for the clients that want them. Such a token expires with the license. */
export function licenseClaims(services: CheckServices): TokenClaims {
  return {
    names: ['license', 'features', 'limits'],
    unlisted: ['limits'],
    async of(subject, token) {
      if (subject.kind === 'machine' || !subject.clientFields.licenseClaims) return {};
      const row = await readSettled(services, subject);
      if (!row) return {};
      const { license } = await ofSubject(services, subject, row);
      if (license?.idleSeatId) services.uses.note(services, license.idleSeatId, license.releasedSoon);
      if (license?.expiresAt) token?.endBy(license.expiresAt);
      const { licenseType = null, features = [], limits = {} } = license ?? {};
      return { license: licenseType, features, limits };
    },
  };
}

/** The license of the user, or what an agent may use of it. */
async function ofSubject(
  services: CheckServices,
  subject: User,
  row: ClaimsRow,
): Promise<Pick<LicenseState, 'license'>> {
  const state = licenseState(row);
  const { agentId, tenantId, userId } = subject;
  if (agentId === undefined || tenantId === null) return state;
  const { checkAgent } = await import('./check-agent.js');
  return checkAgent(services, { tenantId, userId, applicationId: row.applicationId, agentId }, state);
}

type ClaimsRow = LicenseRow & { applicationId: string };

/** Reads the license. A planned quantity that is due may take the seat away, so it is applied first. */
async function readSettled(services: CheckServices, subject: User): Promise<ClaimsRow | undefined> {
  const { tenantId, userId, clientId } = subject;
  const read = async () => {
    const values = [tenantId, userId, clientId];
    return (await run<ClaimsRow>(services.pool, find, values)).rows[0];
  };
  const row = await read();
  if (!row?.due || tenantId === null) return row;
  const { applicationId } = row;
  return (await settleDue(services, { tenantId, applicationId })) ? read() : row;
}
