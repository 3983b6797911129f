import type { Actor, Role } from '@org/identity-core';
import { mayChangeUser } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/find-account.js';
import { isForeignHash, storedHashOf } from '../foreign-passwords/stored-hash.js';
import type { SsoProvider } from '../sso/provider.js';
import { issuerOfLink } from './issuer-of-link.js';
import type { KnownPeople, KnownUser, References } from './known-people.js';
import { LineRefused } from './line-refused.js';
import type { ImportedPerson } from './person.js';
import { type PlannedSeat, planSeats } from './plan-seats.js';
import type { Remark } from './remark.js';

/** What lines may do, besides what they say. */
export interface ImportRules {
  /** The configured upstream providers by their ids. */
  readonly providers: ReadonlyMap<string, Pick<SsoProvider, 'id' | 'issuer'>>;
  /** Whether the line of an owner creates a tenant that does not exist. */
  readonly createTenants: boolean;
  /** For a single person over the API: an account that exists is an error. */
  readonly createOnly?: boolean;
  /** Who imports: nobody disables themselves, and a machine does not change a super admin. */
  readonly actor: Actor;
}

export interface PlannedLink {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
}

export interface PlannedMember {
  /** Its place in the line. */
  readonly index: number;
  readonly slug: string;
  /** Undefined for a tenant that has to be created. */
  readonly tenantId: string | undefined;
  readonly role: Role;
  /** `accept` is a new membership of somebody who is invited already, `owner` a change of a role from or to that of an owner. */
  readonly change: 'add' | 'accept' | 'role' | 'owner' | 'create-tenant';
}

/** What a line changes. Absent fields stay as they are. */
export interface PersonPlan {
  readonly user: KnownUser | undefined;
  readonly profile: Readonly<Record<string, string | null>>;
  readonly email?: string;
  readonly emailVerified?: true;
  readonly externalId?: string;
  readonly passwordHash?: string;
  readonly totpSecret?: string;
  readonly links: readonly PlannedLink[];
  readonly members: readonly PlannedMember[];
  readonly seats: readonly PlannedSeat[];
  readonly disabled?: boolean;
  /** Whether the person waits for one of these licenses already. */
  readonly waits: boolean;
  /** What of the line cannot come in. */
  readonly remarks: readonly Remark[];
}

const profileFields = ['displayName', 'givenName', 'familyName', 'locale', 'zoneinfo'] as const;

/** Compares a line with what is known, and returns what has to change. Throws if the line is refused. */
export function planPerson(
  person: ImportedPerson,
  known: KnownPeople,
  references: References,
  rules: ImportRules,
): PersonPlan {
  const user = accountOf(person, known, rules);
  if (person.createdAt && person.createdAt.getTime() > Date.now())
    throw new LineRefused('createdAt', 'This time is in the future.');
  const profile = Object.fromEntries(
    profileFields.flatMap((field) => {
      const value = person[field];
      return value === undefined || value === (user?.[field] ?? null) ? [] : [[field, value]];
    }),
  );
  const seats = planSeats(person, user, references, { strict: rules.createOnly === true });
  const plan = {
    user,
    profile,
    ...emailOf(person, user),
    ...(person.externalId && person.externalId !== user?.externalId ? { externalId: person.externalId } : {}),
    ...passwordOf(person, user),
    ...(person.totpSecret && !user?.mfaEnabled ? { totpSecret: person.totpSecret } : {}),
    links: linksOf(person, user, rules),
    members: membersOf(person, user, references, rules),
    seats: seats.wanted,
    waits: seats.waits,
    remarks: seats.remarks,
    ...disabledOf(person, user, rules),
  };
  if (user && !mayChangeUser(rules.actor, user) && !isEmptyPlan(plan))
    throw new LineRefused('email', 'Only a super admin changes a super admin.');
  if (user?.superAdmin) requireHarmless(plan);
  return plan;
}

/** Whether the line changes anything. */
export function isEmptyPlan({ user, profile, links, members, seats, ...plan }: PersonPlan): boolean {
  const { email, emailVerified, externalId, passwordHash, totpSecret, disabled } = plan;
  const values = [email, emailVerified, externalId, passwordHash, totpSecret, disabled];
  const lists = [Object.keys(profile), links, members, seats];
  return user !== undefined && values.every((value) => value === undefined) && lists.every((list) => list.length === 0);
}

/** The account of a line: that of the external id, whatever its email, or else that of the email. */
function accountOf(person: ImportedPerson, known: KnownPeople, { createOnly = false }: ImportRules) {
  const { byExternalId, byEmail } = known.find(person);
  if (createOnly && byExternalId)
    throw new LineRefused('externalId', 'Another account has this external id.', 'EXTERNAL_ID_TAKEN');
  if ((createOnly && byEmail) || (byExternalId && byEmail && byEmail.id !== byExternalId.id))
    throw new LineRefused('email', 'Another account has this email.', 'EMAIL_TAKEN');
  const user = byExternalId ?? byEmail;
  if (user?.deletedAt) throw new LineRefused('email', 'The account was deleted and waits to be erased.');
  // A different external id is a different person of the other system, who must not get this account.
  if (person.externalId && user && user.externalId !== null && user.externalId !== person.externalId)
    throw new LineRefused('externalId', 'The account with this email has another external id.');
  return user;
}

/** An email that was proven stays so: `false` takes no proof away. */
function emailOf(person: ImportedPerson, user: KnownUser | undefined): Pick<PersonPlan, 'email' | 'emailVerified'> {
  const isOther = user !== undefined && normalizeEmail(person.email) !== user.normalizedEmail;
  const verified = person.emailVerified === true;
  if (isOther) return { email: person.email, ...(verified ? { emailVerified: true } : {}) };
  return verified && user && (!user.emailVerified || user.emailToProve) ? { emailVerified: true } : {};
}

/** A password that the user has chosen here is never replaced. */
function passwordOf({ password }: ImportedPerson, user: KnownUser | undefined): Pick<PersonPlan, 'passwordHash'> {
  if (!password) return {};
  const passwordHash = storedHashOf(password);
  const stored = user?.passwordHash ?? null;
  if (stored !== null && (stored === passwordHash || !isForeignHash(stored))) return {};
  return { passwordHash };
}

function linksOf({ links = [] }: ImportedPerson, user: KnownUser | undefined, rules: ImportRules): PlannedLink[] {
  const seen = new Set<string>();
  return links.flatMap((link, index) => {
    const field = `links.${index}`;
    const provider = rules.providers.get(link.provider.toUpperCase());
    if (!provider) throw new LineRefused(`${field}.provider`, 'This provider is not configured.');
    if (seen.has(provider.id)) throw new LineRefused(`${field}.provider`, 'The line names this provider twice.');
    seen.add(provider.id);
    const issuer = issuerOfLink(provider, link.issuer, `${field}.issuer`);
    const existing = user?.ssoLinks.find((one) => one.provider === provider.id);
    if (!existing) return [{ provider: provider.id, issuer, subject: link.subject }];
    if (existing.issuer === issuer && existing.subject === link.subject) return [];
    throw new LineRefused(field, 'The account has another link to this provider.');
  });
}

function membersOf(
  { memberships = [] }: ImportedPerson,
  user: KnownUser | undefined,
  { tenants }: References,
  { createTenants }: ImportRules,
): PlannedMember[] {
  const seen = new Set<string>();
  return memberships.flatMap(({ tenant: slug, role: named }, index): PlannedMember[] => {
    const field = `memberships.${index}.tenant`;
    if (seen.has(slug)) throw new LineRefused(field, 'The line names this tenant twice.');
    seen.add(slug);
    const tenantId = tenants.get(slug);
    const role = named ?? 'member';
    const planned = { index, slug, tenantId, role };
    if (tenantId === undefined) {
      if (createTenants && role === 'owner') return [{ ...planned, change: 'create-tenant' }];
      throw new LineRefused(field, 'There is no such tenant.');
    }
    const member = user?.memberships.find((one) => one.tenantId === tenantId);
    if (!member) return [{ ...planned, change: 'add' }];
    if (member.status === 'INVITED') return [{ ...planned, change: 'accept' }];
    if (named === undefined || member.role === role) return [];
    return [{ ...planned, change: [member.role, role].includes('owner') ? 'owner' : 'role' }];
  });
}

function disabledOf(
  { disabled }: ImportedPerson,
  user: KnownUser | undefined,
  { actor }: ImportRules,
): Pick<PersonPlan, 'disabled'> {
  if (disabled === undefined || disabled === (user?.disabledAt != null)) return {};
  if (disabled && user && actor.kind === 'user' && user.id === actor.id)
    throw new LineRefused('disabled', 'You cannot disable yourself.');
  return { disabled };
}

/** Whoever could set what a super admin signs in with could become one, and nobody keeps a super admin out by a file. */
function requireHarmless({ email, emailVerified, passwordHash, totpSecret, links, disabled }: PersonPlan): void {
  const field =
    (email !== undefined && 'email') ||
    (emailVerified !== undefined && 'emailVerified') ||
    (passwordHash !== undefined && 'password') ||
    (totpSecret !== undefined && 'totpSecret') ||
    (links.length > 0 && 'links') ||
    (disabled !== undefined && 'disabled');
  if (field) throw new LineRefused(field, 'An import does not change how a super admin signs in.');
}
