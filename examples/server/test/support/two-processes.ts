import { testSecret } from './demo-database.js';
import { freePort, type ServerProcess, startProcess } from './server-process.js';

/** Two processes of the example server over one database. */
export interface TwoProcesses {
  /** The issuer of both: the given one, or the URL of the first. */
  readonly issuer: string;
  /** Alternating: 0 is the first process, 1 the second, 2 the first again. */
  urlOf(index: number): string;
  /** Ends the second process without a warning, as a crash does. */
  kill(): Promise<unknown>;
  /** Starts the second process again. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTwoProcesses(databaseUrl: string, givenIssuer?: string): Promise<TwoProcesses> {
  const ports = [await freePort(), await freePort()] as const;
  const issuer = givenIssuer ?? `http://127.0.0.1:${ports[0]}`;
  const shared = { DATABASE_URL: databaseUrl, IDENTITY_SECRET: testSecret, ISSUER: issuer, SEED_DEMO: 'false' };
  const start = (port: number): Promise<ServerProcess> => startProcess({ ...shared, PORT: String(port) });
  const processes = await Promise.all([start(ports[0]), start(ports[1])]);
  return {
    issuer,
    urlOf: (index) => (processes[index % 2] as ServerProcess).url,
    kill: () => processes[1].end('SIGKILL'),
    startAgain: async () => {
      processes[1] = await start(ports[1]);
    },
    stop: async () => {
      await Promise.all(processes.map((each) => each.end('SIGTERM')));
    },
  };
}
