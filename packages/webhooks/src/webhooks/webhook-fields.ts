/** The columns that responses and pages show. Never the secrets. */
export const webhookFields = {
  id: true,
  tenantId: true,
  url: true,
  events: true,
  description: true,
  status: true,
  failingSince: true,
  createdAt: true,
} as const;
