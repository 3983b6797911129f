import { z } from 'zod';

const Environment = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(3001),
  /** The URL that browsers use. If it has a path, such as https://app.example.com/identity, the identity server is below it. */
  ISSUER: z.string().optional(),
  DATABASE_URL: z.string(),
  IDENTITY_SECRET: z.string(),
  /** The number of proxies in front of the app. With 0, X-Forwarded headers are ignored. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
});

export interface HostSettings {
  port: number;
  issuer: string;
  databaseUrl: string;
  secret: string;
  trustedProxies: number;
}

/** Reads the settings from environment variables. */
export function readSettings(variables: NodeJS.ProcessEnv): HostSettings {
  const { PORT, ISSUER, DATABASE_URL, IDENTITY_SECRET, TRUSTED_PROXIES } = Environment.parse(variables);
  return {
    port: PORT,
    issuer: ISSUER ?? `http://localhost:${PORT}`,
    databaseUrl: DATABASE_URL,
    secret: IDENTITY_SECRET,
    trustedProxies: TRUSTED_PROXIES,
  };
}
