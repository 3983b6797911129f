import { createSocket } from 'node:dgram';
import { type AddressInfo, isIPv4, isIPv6 } from 'node:net';

const types = { a: 1, txt: 16, aaaa: 28 } as const;
const codes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3 } as const;

/** A DNS server on a free UDP port of 127.0.0.1 that knows TXT records and IPs. */
export interface DnsServer {
  /** For the option `dnsServers`. */
  readonly server: string;
  /** The TXT records of each name, in lower case. A name without an entry does not exist. */
  readonly records: Map<string, readonly string[]>;
  /** The IPs of each name in lower case: those of the first look-up, of the second one, and so on. The last ones stay. */
  readonly hosts: Map<string, readonly (readonly string[])[]>;
  /** Names that the server cannot find out about (`SERVFAIL`), or does not respond to. */
  readonly broken: Map<string, 'fails' | 'silent'>;
  /** The names that were asked for. */
  readonly asked: string[];
  /** Called before a response is sent. */
  beforeResponse: (name: string) => void | Promise<void>;
  stop(): Promise<void>;
}

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const records = new Map<string, readonly string[]>();
  const hosts = new Map<string, readonly (readonly string[])[]>();
  const broken = new Map<string, 'fails' | 'silent'>();
  const lookUps = new Map<string, number>();
  const asked: string[] = [];
  const dns = { beforeResponse: (_name: string): void | Promise<void> => undefined };
  socket.on('message', async (query, { address, port }) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    await dns.beforeResponse(name);
    if (broken.get(name) === 'silent') return;
    // A look-up begins with the question for IPv4.
    if (type === types.a) lookUps.set(name, (lookUps.get(name) ?? 0) + 1);
    const rounds = hosts.get(name) ?? [];
    const ips = rounds[Math.min(lookUps.get(name) ?? 1, rounds.length) - 1];
    const values = broken.has(name) ? undefined : type === types.txt ? records.get(name) : ips;
    const code = broken.has(name) ? codes.SERVFAIL : values ? codes.NOERROR : codes.NXDOMAIN;
    socket.send(
      responseTo(query, { end, code, records: (values ?? []).flatMap((value) => recordOf(type, value)) }),
      port,
      address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  // A test file that stops only its identity server can end.
  socket.unref();
  const { port } = socket.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => socket.close(resolve));
  return Object.assign(dns, { server: `127.0.0.1:${port}`, records, hosts, broken, asked, stop });
}

/** The name and type that a query asks for, and where its question ends. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  // The zero at the end of the name, the type and the class.
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function responseTo(query: Buffer, { end, code, records }: { end: number; code: number; records: readonly Buffer[] }) {
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  // A response, with recursion.
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(12, end), ...records]);
}

/** The record of a value, or none if the value is of another type. */
function recordOf(type: number, value: string): Buffer[] {
  if (type === types.txt) {
    const strings = chunksOf(Buffer.from(value)).map((chunk) => Buffer.from([chunk.length, ...chunk]));
    return [record(type, Buffer.concat(strings))];
  }
  if (type === types.a && isIPv4(value)) return [record(type, Buffer.from(value.split('.').map(Number)))];
  return type === types.aaaa && isIPv6(value) ? [record(type, bytesOfIpv6(value))] : [];
}

function bytesOfIpv6(value: string): Buffer {
  const [left = [], right = []] = value.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  // The name is that of the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/** A character string of DNS has 255 bytes at most. Shorter ones here, so that every value has several. */
function chunksOf(value: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < value.length; at += 20) chunks.push(value.subarray(at, at + 20));
  return chunks;
}
