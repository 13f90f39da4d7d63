// Types for the part of Bee-Queue that we use. Its own types do not compile beside redis 6 and lack `makeClient`.
declare module 'bee-queue' {
  import type { EventEmitter } from 'node:events';

  export type BeeJob<Data> = {
    id: string;
    data: Data;
    setId(id: string): BeeJob<Data>;
    save(): Promise<unknown>;
  };

  export type Settings = Partial<{
    prefix: string;
    stallInterval: number;
    isWorker: boolean;
    getEvents: boolean;
    sendEvents: boolean;
    storeJobs: boolean;
    removeOnSuccess: boolean;
    removeOnFailure: boolean;
    autoConnect: boolean;
  }>;

  export default class BeeQueue<Data> extends EventEmitter {
    constructor(name: string, settings: Settings);
    /** Opens a connection and stores it in the property `slot`. */
    makeClient: (slot: 'client' | 'bclient' | 'eclient') => Promise<unknown>;
    connect(): Promise<boolean>;
    ready(): Promise<unknown>;
    createJob(data: Data): BeeJob<Data>;
    getJob(id: string): Promise<BeeJob<Data> | null>;
    removeJob(id: string): Promise<unknown>;
    process(concurrency: number, handler: (job: BeeJob<Data>) => Promise<void>): void;
    checkStalledJobs(): Promise<number>;
    checkHealth(): Promise<{ waiting: number; active: number }>;
    close(ms: number): Promise<void>;
  }
}

// Bee-Queue speaks to Redis through this client, three major versions behind ours; its version here is the one it uses.
declare module 'redis-v3' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  export type Client = EventEmitter & { stream: Socket; end(flush: boolean): void };
  export type ClientOptions = {
    host: string;
    port: number;
    user?: string;
    password?: string;
    db?: string;
    tls?: { servername?: string };
  };
  export function createClient(options: ClientOptions): Client;
}
