import { createServer } from 'node:http';
import { createMcpApp } from './create-mcp-app.js';

// Uses the CRM application, the API "CRM tools" and a machine of the demo data of the example server.
const { ISSUER = 'http://localhost:3000', PORT = '8090' } = process.env;
const resource = `http://localhost:${PORT}/mcp`;

const app = createMcpApp({
  issuer: ISSUER,
  resource,
  applicationId: '019a0000-0000-7000-8000-0000000000a1',
  credentials: { clientId: 'platform-machine', clientSecret: 'platform-machine-secret-change-me-01234567' },
});
createServer(app).listen(Number(PORT), 'localhost', () => console.log(`The MCP server is ready at ${resource}`));
