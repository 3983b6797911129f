import type { TenantCall } from '@org/identity-prisma';

export interface DirectoryCall extends TenantCall {
  readonly directoryId: string;
}
