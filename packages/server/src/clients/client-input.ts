import {
  accountClientId,
  browserShape,
  declaredClientFields,
  type FieldContext,
  isPlatformScope,
  machineShape,
  madeOfClientFields,
  text,
} from '@org/identity-core';
import { z } from 'zod';
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

/**
 * An OAuth client as the seed lists it, and as a command creates it. Its fields are described in `clientFields`, and by the
 * plugins that declare more of them.
 */
export const clientInput = madeOfClientFields(() =>
  z
    .discriminatedUnion(
      'type',
      [
        z.strictObject({ type: z.literal('CONFIDENTIAL'), secret, id: ClientId, ...browserShape() }),
        z.strictObject({ type: z.literal('SPA'), id: ClientId, ...browserShape() }),
        z.strictObject({ type: z.literal('MACHINE'), secret, id: ClientId, ...machineShape() }),
      ],
      { error: 'must be CONFIDENTIAL, SPA or MACHINE' },
    )
    .superRefine(checkPluginFields)
    .refine((client) => client.type !== 'SPA' || !client.tokenExchange, {
      path: ['tokenExchange'],
      message: 'is for clients with a secret',
    })
    .refine((client) => client.tenant === undefined || !client.scopes.some(isPlatformScope), {
      path: ['scopes'],
      message: 'platform:read and platform:write are for machines without a tenant',
    })
    .superRefine(checkSecurity),
);
export type ClientInput = z.output<ReturnType<typeof clientInput>>;

/** The rules of plugins about their fields, for the whole client. */
function checkPluginFields(client: FieldContext & object, context: z.RefinementCtx): void {
  const given: Readonly<Record<string, unknown>> = { ...client };
  for (const [name, field] of declaredClientFields()) {
    const message = given[name] === undefined ? undefined : field.refuse?.(given[name], client);
    if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message });
  }
}

/** Machines are agents by `tokenExchange` alone: they sign nobody in. */
export const isAgent = (client: ClientInput): boolean => client.type !== 'MACHINE' && client.agent;
