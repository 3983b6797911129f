// The health check of the container: exit code 0 if the process serves requests. It does not ask for the database: a
// process must not be restarted because PostgreSQL is away. Load balancers ask /ready instead.
const { HOST = '', PORT = '3000' } = process.env;
const host = HOST === '' || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
const url = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/health`;
try {
  const response = await fetch(url, { signal: AbortSignal.timeout(4_000) });
  process.exit(response.ok ? 0 : 1);
} catch (error) {
  console.error(`${url} does not respond: ${error.cause?.message ?? error.message}`);
  process.exit(1);
}
