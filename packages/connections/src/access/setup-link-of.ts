import { isSetupCall, type TenantCall } from '@org/identity-prisma';

/** The setup link whose visitor calls; null if an owner does. */
export const setupLinkOf = (call: TenantCall): string | null =>
  isSetupCall(call) && call.principal.kind === 'user' ? call.principal.userId : null;
