// Serves the page at http://localhost:8080 for every path. The page itself handles `/callback`.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const page = new URL('index.html', import.meta.url);

createServer(async (_request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(await readFile(page));
})
  .once('error', (error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error('Port 8080 is in use. Stop what uses it: the redirect URI of demo-spa has this port.');
    process.exitCode = 1;
  })
  .listen(8080, 'localhost', () => console.log('My first app is ready at http://localhost:8080'));
