import { createApp } from './create-app.js';

// Uses the demo client and the CRM application of the example server.
const { ISSUER = 'http://localhost:3000', PORT = '8080' } = process.env;
const app = await createApp({
  issuer: ISSUER,
  origin: `http://localhost:${PORT}`,
  clientId: 'demo-web',
  clientSecret: 'demo-web-secret-change-me-0123456789abcdef',
  applicationId: '019a0000-0000-7000-8000-0000000000a1',
});
app.listen(Number(PORT), () => console.log(`The licensed application is ready at http://localhost:${PORT}`));
