import type { IdentityPluginHost } from '@org/identity-prisma';

export type SeatServices = Pick<IdentityPluginHost, 'events'>;
