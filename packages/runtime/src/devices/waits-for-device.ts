import type { SignInStep } from '@org/identity-core';

/** The user has not decided about the device that this request is for. */
export const waitsForDevice: Pick<SignInStep, 'description' | 'isNeeded'> = {
  description: 'a device waits for its user',
  isNeeded: async ({ device, answers }) =>
    device !== undefined && (answers['device'] as { code?: string } | undefined)?.code !== device,
};
