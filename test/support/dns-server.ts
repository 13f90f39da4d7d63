// A DNS server on this machine that answers as the test says, over UDP.
import { createSocket, type RemoteInfo } from 'node:dgram';
import { isIPv6 } from 'node:net';

/** The addresses of a name; null lets the question go unanswered. */
export type ResolveName = (name: string) => readonly string[] | null;
export type DnsServer = {
  /** Its `address:port`. */
  address: string;
  /** The names that were asked for, once for each kind of address. */
  asked: string[];
  close(): Promise<void>;
};

const headerBytes = 12;
const types = { A: 1, AAAA: 28 };
/** Response, recursion desired and available. */
const answerFlags = 0x8180;

export async function startDnsServer(resolve: ResolveName): Promise<DnsServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query: Buffer, { port, address }: RemoteInfo) => {
    const { name, type, question } = readQuestion(query);
    asked.push(name);
    const addresses = resolve(name);
    if (!addresses) return;
    const records = addresses.filter((one) => (isIPv6(one) ? types.AAAA : types.A) === type).map(toRecord);
    const header = Buffer.from(query.subarray(0, headerBytes));
    header.writeUInt16BE(answerFlags, 2);
    [1, records.length, 0, 0].forEach((count, place) => header.writeUInt16BE(count, 4 + 2 * place));
    socket.send(Buffer.concat([header, question, ...records]), port, address);
  });
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((closed) => socket.close(() => closed())),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; question: Buffer } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let size = query.readUInt8(at); size > 0; size = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: query.readUInt16BE(at + 1),
    question: query.subarray(headerBytes, at + 5),
  };
}

/** A record of the name of the question, for a minute. */
function toRecord(address: string): Buffer {
  const data = isIPv6(address) ? toBytes(address) : Buffer.from(address.split('.').map(Number));
  const head = Buffer.from([
    0xc0,
    headerBytes,
    0,
    isIPv6(address) ? types.AAAA : types.A,
    0,
    1,
    0,
    0,
    0,
    60,
    0,
    data.length,
  ]);
  return Buffer.concat([head, data]);
}

/** The bytes of an IPv6 address of hexadecimal groups, of which `::` may leave some out. */
function toBytes(address: string): Buffer {
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  const groups = [...left, ...zeros, ...right].map((group) => group.padStart(4, '0'));
  return Buffer.from(groups.join(''), 'hex');
}
