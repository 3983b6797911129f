import { isLoopback } from '@org/identity-core';
import { splitSecrets } from '@org/identity-runtime/keys/secrets';
import { ServerSettings } from '@org/identity-runtime/options';
import type { Invocation } from '../../line/command.js';
import type { Finding } from './finding.js';

const check = 'configuration';

/** Checks the environment variables with the same rules as the server's options. */
export function checkConfiguration({ environment }: Pick<Invocation, 'environment'>): Finding[] {
  const production = environment['NODE_ENV'] === 'production';
  return [
    checkIssuer(environment['ISSUER'], production),
    checkSecret(environment['IDENTITY_SECRET'], production),
    ...checkOtherSecrets(environment['IDENTITY_OTHER_SECRETS']),
  ];
}

function checkIssuer(issuer: string | undefined, production: boolean): Finding {
  if (!issuer) {
    const message = 'ISSUER is not set, so it was not checked.';
    return { check, status: 'warning', message, advice: 'Set ISSUER to the base URL as browsers see it.' };
  }
  const parsed = ServerSettings.shape.issuer.safeParse(issuer);
  if (!parsed.success) {
    const message = `ISSUER ${parsed.error.issues[0]?.message ?? 'is not valid'}: ${issuer}`;
    return { check, status: 'problem', message, advice: 'Set ISSUER to a URL such as https://id.example.com.' };
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && (production || !isLoopback(hostname))) {
    return {
      check,
      status: production ? 'problem' : 'warning',
      message: `ISSUER is not https: ${issuer}. Passwords, cookies and tokens would be sent unencrypted.`,
      advice: 'Terminate TLS in a proxy in front of the server, and set ISSUER to the https URL that browsers use.',
    };
  }
  return { check, status: 'ok', message: `ISSUER is ${issuer}.` };
}

function checkSecret(secret: string | undefined, production: boolean): Finding {
  const advice =
    'Set IDENTITY_SECRET to the secret of all servers on this database. Create the first one with: openssl rand -base64 48';
  if (!secret) {
    const message = 'IDENTITY_SECRET is not set, so the keys cannot be read.';
    return { check, status: production ? 'problem' : 'warning', message, advice };
  }
  const parsed = ServerSettings.shape.secret.safeParse(secret);
  if (parsed.success) return { check, status: 'ok', message: 'IDENTITY_SECRET is long enough.' };
  return { check, status: 'problem', message: `IDENTITY_SECRET ${parsed.error.issues[0]?.message}.`, advice };
}

function checkOtherSecrets(text: string | undefined): Finding[] {
  const parsed = ServerSettings.shape.otherSecrets.safeParse(splitSecrets(text));
  if (parsed.success) return [];
  const message = `IDENTITY_OTHER_SECRETS ${parsed.error.issues[0]?.message}.`;
  const advice = 'Set it to at most three secrets, one per line, or remove it.';
  return [{ check, status: 'problem', message, advice }];
}
