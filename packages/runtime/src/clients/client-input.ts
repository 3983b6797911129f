import { accountClientId, browserShape, isPlatformScope, machineShape, text } from '@org/identity-core';
import { z } from 'zod';
import '../built-in-lists.js';
import { checkSecurity } from './client-security.js';

/** The id of a client that is being created. */
const notClientId = 'must be 3 to 100 letters, digits, dots, hyphens or underscores';
export const ClientId = text(100, { tooLong: notClientId })
  .regex(/^[\w.-]{3,100}$/u, notClientId)
  .refine((value) => value !== accountClientId, 'is reserved for the service itself');
/** Required, unless the client has keys: see `checkSecurity`. */
const secret = text(256)
  .min(32, 'must have at least 32 characters: create one with "openssl rand -base64 48"')
  .optional();

/** An OAuth client as the seed lists it, and as a command creates it. Its fields are described in `clientFields`. */
export const ClientInput = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({ type: z.literal('CONFIDENTIAL'), secret, id: ClientId, ...browserShape }),
      z.strictObject({ type: z.literal('SPA'), id: ClientId, ...browserShape }),
      z.strictObject({ type: z.literal('MACHINE'), secret, id: ClientId, ...machineShape }),
    ],
    { error: 'must be CONFIDENTIAL, SPA or MACHINE' },
  )
  .refine((client) => client.type === 'MACHINE' || !client.licenseClaims || client.application !== undefined, {
    path: ['licenseClaims'],
    message: 'needs an application, because the claims list its licenses',
  })
  .refine((client) => client.type !== 'SPA' || !client.tokenExchange, {
    path: ['tokenExchange'],
    message: 'is for clients with a secret',
  })
  .refine((client) => client.tenant === undefined || !client.scopes.some(isPlatformScope), {
    path: ['scopes'],
    message: 'platform:read and platform:write are for machines without a tenant',
  })
  .superRefine(checkSecurity);
export type ClientInput = z.output<typeof ClientInput>;

/** Machines are agents by `tokenExchange` alone: they sign nobody in. */
export const isAgent = (client: ClientInput): boolean => client.type !== 'MACHINE' && client.agent;
