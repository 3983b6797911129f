import type { PersonalDataSection } from '@org/identity-core';
import { type Database, eventData, type Transaction } from '@org/identity-prisma';
import type { Secrets } from '../keys/secrets.js';
import { mailData } from './mail-data.js';
import { signInData } from './sign-in-data.js';

/** The personal data that the server itself stores, in addition to the plugins'. */
export function ownPersonalData(services: { db: Database; secret: Secrets }): PersonalDataSection<Transaction>[] {
  const { db } = services;
  return [
    { name: 'sign-in', ...signInData(db) },
    { name: 'mail', ...mailData(services) },
    { name: 'events', ...eventData(db) },
  ];
}
