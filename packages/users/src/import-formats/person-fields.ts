import { z } from 'zod';
import { PersonProblem } from './entries.js';

/** What a file cannot bring here. Each note is reported once. */
export interface Notes {
  add(note: string): void;
  /** A link to a provider that this deployment does not have. */
  leftOut(provider: string): void;
}

/** The fields of a person in our own form, which other systems know. */
export interface ReadPerson {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly externalId?: string | undefined;
  readonly displayName?: string | undefined;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly locale?: string | undefined;
  readonly zoneinfo?: string | undefined;
  readonly createdAt?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly password?: Readonly<Record<string, unknown>> | undefined;
  readonly totpSecret?: string | undefined;
  readonly links?: readonly ReadLink[] | undefined;
}

/** A sign-in with another provider. */
export interface ReadLink {
  readonly provider: string;
  readonly subject: string;
}

/** Leaves out the fields that the other system has no value for, because absent fields change nothing. */
export function compact(person: ReadPerson): Record<string, unknown> {
  const entries = Object.entries(person).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value) || value.length > 0));
}

/** Reads an entry. The error names the field, never its value. */
export function readEntry<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new PersonProblem(issue?.path.join('.') || 'entry', 'It does not have the form that this system exports.');
}

/** Refuses a person without an email. */
export function needEmail(email: string | null | undefined): string {
  if (!email) throw new PersonProblem('email', 'There is no email. Accounts without one are not possible.');
  return email;
}

/** A text that may be missing, null or empty. */
export const Text = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || undefined);

/** A moment as ISO 8601, in milliseconds or in seconds since 1970, also as text. */
export function readTime(value: string | number | undefined | null): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const number = Number(value);
  const milliseconds = Number.isFinite(number) ? (number < 1e11 ? number * 1000 : number) : Date.parse(String(value));
  return Number.isFinite(milliseconds) ? new Date(milliseconds).toISOString() : undefined;
}

/** A language tag; some systems write `en_US`. */
export const readLocale = (locale: string | undefined): string | undefined => locale?.replaceAll('_', '-');

const providers: Readonly<Record<string, string>> = {
  'google-oauth2': 'google',
  'google.com': 'google',
  'microsoft.com': 'microsoft',
  windowslive: 'microsoft',
  'apple.com': 'apple',
  'github.com': 'github',
  'facebook.com': 'facebook',
  azure: 'microsoft',
};

/** The links to those providers that this deployment has. */
export function readLinks(
  links: readonly ReadLink[],
  configured: readonly string[] | undefined,
  notes: Notes,
): readonly ReadLink[] {
  const named = links.map(({ provider, subject }) => ({ provider: providers[provider] ?? provider, subject }));
  if (configured === undefined) return named;
  const names = new Set(configured.map((name) => name.toLowerCase()));
  return named.filter(({ provider }) => {
    const isKnown = names.has(provider.toLowerCase());
    if (!isKnown) notes.leftOut(provider.slice(0, 60));
    return isKnown;
  });
}

/** The names of the fields in camel case: tables have them in snake case. */
export function camelNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const camel = (name: string) => name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [camel(name), field]));
}

/** The value of a text of JSON, or undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding, as authenticator apps read it. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/gu) ?? [];
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('');
}
