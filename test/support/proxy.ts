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
  /** Calls the listener with each piece that a client sends from now on. */
  onRequest(listener: (piece: Buffer) => void): void;
  /** How many connections are open. */
  connections(): number;
  close(): Promise<void>;
};

/** Starts a proxy on a free local port before `target`, such as `bolt://127.0.0.1:7687`. */
export async function proxy(target: string): Promise<Proxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  const asking = new Map<Socket, { upstream: Socket; last: Buffer }>();
  const listeners: ((piece: Buffer) => void)[] = [];
  let hanging = false;
  let muted: string | Buffer | null = null;
  const server = createServer((client) => {
    const upstream = connect(Number(targetPort), hostname);
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
      asking.set(client, { upstream, last: chunk });
      for (const listener of listeners) listener(chunk);
      if (muted !== null && chunk.includes(muted)) {
        muted = null;
        upstream.pause();
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => client.write(chunk));
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
