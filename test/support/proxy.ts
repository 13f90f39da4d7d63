// A proxy before a real server that can go down, hang or come back: faults of the network, at will.
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export type Proxy = {
  port: number;
  /** Lets everything through. */
  up(): Promise<void>;
  /** Ends every connection and refuses new ones. */
  down(): Promise<void>;
  /** Keeps connections open, takes new ones, and passes nothing on in either direction. */
  hang(): void;
  /** Lets those connections alone hang that asked this last; how many. */
  hangThose(asked: string): number;
  /** Passes the next message with this text, or with these bytes, on to the database, and nothing of its answer back. */
  muteNext(asked: string | Buffer): void;
  /**
   * From now on ends every second connection on which the database reports a commit of a change, before it passes the report on:
   * the change is made, and its sender does not know it; when the sender makes it again, that is answered.
   */
  loseCommits(): { count(): number; stop(): void };
  /** From now on a connection on which nothing is sent for so long is dead: it stays open, and nothing passes in either direction. */
  silenceIdle(afterMs: number): void;
  /** Ends every connection, and takes new ones. */
  cut(): void;
  /** Calls the listener with each piece that a client sends from now on. */
  onRequest(listener: (piece: Buffer) => void): void;
  /** How many connections are open. */
  connections(): number;
  close(): Promise<void>;
};

/** What Bolt says of a transaction that only reads. */
const readMode = Buffer.from('\x84mode\x81r', 'latin1');

/** Whether this was asked about the database itself, for no request. */
const isControl = (asked: Buffer | undefined): boolean =>
  asked !== undefined && (asked.includes('RETURN 1') || asked.includes('EXPLAIN '));

/** Starts a proxy on a free local port before `target`, such as `bolt://127.0.0.1:7687`. */
export async function proxy(target: string): Promise<Proxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  const asking = new Map<Socket, { upstream: Socket; last: Buffer }>();
  const listeners: ((piece: Buffer) => void)[] = [];
  let hanging = false;
  let silentAfterMs = Infinity;
  let muted: string | Buffer | null = null;
  let losses: { lost: number; seen: number } | null = null;
  const server = createServer((client) => {
    const upstream = connect(Number(targetPort), hostname);
    let isReading = false;
    let lastAt = Date.now();
    let isSilent = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      if (hanging) socket.pause();
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        asking.delete(client);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      isSilent ||= Date.now() - lastAt > silentAfterMs;
      if (isSilent) return;
      lastAt = Date.now();
      asking.set(client, { upstream, last: chunk });
      isReading ||= chunk.includes(readMode);
      for (const listener of listeners) listener(chunk);
      if (muted !== null && chunk.includes(muted)) {
        muted = null;
        upstream.pause();
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      lastAt = Date.now();
      if (losses && !isReading && chunk.includes('bookmark') && !isControl(asking.get(client)?.last)) {
        losses.seen += 1;
        if (losses.seen % 2 === 1) {
          losses.lost += 1;
          return void client.destroy();
        }
      }
      client.write(chunk);
    });
    if (hanging) for (const socket of [client, upstream]) socket.pause();
  });
  const listen = (port: number): Promise<void> => new Promise((done) => server.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const down = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      for (const socket of sockets) socket.destroy();
    });
  return {
    port,
    async up() {
      hanging = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(port);
    },
    down,
    hang() {
      hanging = true;
      for (const socket of sockets) socket.pause();
    },
    silenceIdle(afterMs) {
      silentAfterMs = afterMs;
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    loseCommits() {
      const current = (losses = { lost: 0, seen: 0 });
      return { count: () => current.lost, stop: () => void (losses = null) };
    },
    muteNext(asked) {
      muted = asked;
    },
    onRequest: (listener) => void listeners.push(listener),
    connections: () => sockets.size / 2,
    hangThose(asked) {
      const those = [...asking].filter(([, { last }]) => last.includes(asked));
      for (const [client, { upstream }] of those) for (const socket of [client, upstream]) socket.pause();
      return those.length;
    },
    close: () => (server.listening ? down() : Promise.resolve()),
  };
}
