// A stub of a cluster: two addresses before the one real server, and a routing table that calls one the leader and the other
// a follower. Both have the same data, so a follower lags behind only in that its address passes nothing on.
import { proxy, type Proxy } from './proxy.ts';

export type Member = Proxy & {
  /** How many statements it received since the last call. */
  countStatements(): number;
};
export type Cluster = { uri: string; leader: Member; follower: Member; close(): Promise<void> };

/** Starts both members before `target`, such as `bolt://127.0.0.1:7687`. */
export async function cluster(target: string): Promise<Cluster> {
  const ports = { leader: 0, follower: 0 };
  const answerRoute = (piece: Buffer): Buffer | null => (isRoute(piece) ? writeRoutingTable(ports) : null);
  const [leader, follower] = await Promise.all([startMember(target, answerRoute), startMember(target, answerRoute)]);
  Object.assign(ports, { leader: leader.port, follower: follower.port });
  return {
    uri: `neo4j://127.0.0.1:${leader.port}`,
    leader,
    follower,
    close: async () => void (await Promise.all([leader.close(), follower.close()])),
  };
}

async function startMember(target: string, answer: (piece: Buffer) => Buffer | null): Promise<Member> {
  const member = await proxy(target, answer);
  let statements = 0;
  member.onRequest((piece) => {
    const text = piece.toString('latin1');
    if (/\b(MATCH|MERGE)\b/.test(text) && !text.includes('EXPLAIN')) statements += 1;
  });
  const countStatements = (): number => {
    const counted = statements;
    statements = 0;
    return counted;
  };
  return Object.assign(member, { countStatements });
}

/** Whether a client sends ROUTE, a message of Bolt with three fields: its length, the structure, its signature. */
const isRoute = (piece: Buffer): boolean => piece[2] === 0xb3 && piece[3] === 0x66;

/** Returns SUCCESS with the table, as a message of Bolt. */
function writeRoutingTable({ leader, follower }: { leader: number; follower: number }): Buffer {
  const servers = [
    ['WRITE', leader],
    ['READ', follower],
    ['ROUTE', leader],
  ].map(([role, port]) => ({ addresses: [`127.0.0.1:${port}`], role }));
  const message = Buffer.concat([Buffer.from([0xb1, 0x70]), pack({ rt: { ttl: 300, db: 'neo4j', servers } })]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message, Buffer.from([0, 0])]);
}

/** Writes a value in PackStream; texts have fewer than 256 bytes, lists and maps fewer than 16 entries. */
function pack(value: unknown): Buffer {
  if (typeof value === 'number') return Buffer.from([0xc9, value >> 8, value & 0xff]);
  if (typeof value === 'string') return Buffer.from([0xd0, value.length, ...Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([0x90 | value.length]), ...value.map(pack)]);
  const entries = Object.entries(value as object);
  return Buffer.concat([Buffer.from([0xa0 | entries.length]), ...entries.flat().map(pack)]);
}
