/** How many requests a second webhooks may send to one host, in all processes together. */
export interface SendLimits {
  /** By all webhooks of one tenant (default 20). */
  readonly perTenant: number;
  /** By all webhooks of the deployment (default 100). Those of the platform have only this limit. */
  readonly perDeployment: number;
}

const usual: SendLimits = { perTenant: 20, perDeployment: 100 };
const max = 10_000;

/** The limits of a deployment. Throws if one is no whole number from 1 to 10,000. */
export function sendLimits(changed: Partial<SendLimits> = {}): SendLimits {
  const limits = {
    perTenant: changed.perTenant ?? usual.perTenant,
    perDeployment: changed.perDeployment ?? usual.perDeployment,
  };
  for (const [name, value] of Object.entries(limits))
    if (!Number.isInteger(value) || value < 1 || value > max)
      throw new Error(`webhooks: sendLimits.${name} must be a whole number from 1 to ${max}.`);
  return limits;
}
