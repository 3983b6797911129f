import { createLicenseMirror } from '@org/identity-client';
import { createApp } from './create-app.js';

// Uses the demo clients and the CRM application of the example server.
const { ISSUER = 'http://localhost:3000', PORT = '8080', LEASE_FOLDER } = process.env;
const applicationId = '019a0000-0000-7000-8000-0000000000a1';

// All licenses of the tenant of this machine, in memory. Pages ask the server only while the mirror is too old.
const mirror = createLicenseMirror({
  issuer: ISSUER,
  applicationId,
  credentials: { clientId: 'demo-machine', clientSecret: 'demo-machine-secret-change-me-0123456789ab' },
  whenStale: 'ask',
  onError: (error) => console.error(`License mirror: ${String(error)}`),
});
const app = createApp(
  {
    issuer: ISSUER,
    origin: `http://localhost:${PORT}`,
    clientId: 'demo-web',
    clientSecret: 'demo-web-secret-change-me-0123456789abcdef',
    applicationId,
    // With a folder, users can work while the identity server is away. Their seats cannot be revoked for that time.
    ...(LEASE_FOLDER ? { leaseFolder: LEASE_FOLDER } : {}),
  },
  mirror,
);
app.listen(Number(PORT), () => console.log(`The licensed application is ready at http://localhost:${PORT}`));
