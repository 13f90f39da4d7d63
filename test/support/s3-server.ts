// A real S3 server for the tests of one file: S3Proxy over a folder, with signatures checked and one empty bucket.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { after, before } from 'mocha';
import { findJava } from '../../scripts/stack/java.ts';
import { DEPENDENCY_PLUGIN, download } from '../../scripts/stack/maven.ts';
import { sendToPort, findFreePort } from '../../scripts/stack/ports.ts';
import { stateDir } from '../../scripts/stack/state.ts';
import { supervise, waitUntilReady, type SupervisedServer } from '../../scripts/stack/supervise.ts';

const version = '4.1.0';
const jar = `s3proxy-${version}-jar-with-dependencies.jar`;
const keys = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'test-key', AWS_SECRET_ACCESS_KEY: 'test-secret' };

export type S3Server = {
  endpoint: string;
  bucket: string;
  /** A client of our own, to look into the bucket past the code under test. */
  client: S3Client;
};

/** Starts it before the tests of a file, with its keys in the environment where the SDK finds them, and ends both. */
export function s3Server(): S3Server {
  const server = { bucket: 'profiles' } as S3Server;
  const given = { ...process.env };
  let dir: string;
  let running: SupervisedServer;
  before(async () => {
    const dist = join(stateDir(), 'dist', `s3proxy-${version}`);
    const args = [
      `${DEPENDENCY_PLUGIN}:copy`,
      `-Dartifact=org.gaul:s3proxy:${version}:jar:jar-with-dependencies`,
      '-DoutputDirectory=.',
    ];
    await download({ title: `S3Proxy ${version}`, into: dist, args, log: (line) => console.log(line) });
    const port = await findFreePort();
    server.endpoint = `http://127.0.0.1:${port}`;
    dir = join(stateDir(), `s3-${port}`);
    mkdirSync(join(dir, 'objects'), { recursive: true });
    writeFileSync(join(dir, 'conf'), settings(server.endpoint, join(dir, 'objects')));
    const spec = {
      title: `S3Proxy ${version}`,
      command: findJava().bin,
      args: ['-Xmx128m', '-XX:+UseSerialGC', '-jar', join(dist, jar), '--properties', 'conf'],
      cwd: dir,
      logFile: join(dir, 'log'),
      pidFile: join(dir, 'pid.json'),
      commandLineMark: join(dist, jar),
    };
    running = await supervise(spec);
    await waitUntilReady(
      running,
      spec,
      async () => (await sendToPort(port, 'GET / HTTP/1.0\r\n\r\n'))?.startsWith('HTTP/') ?? false,
    );
    Object.assign(process.env, keys);
    server.client = new S3Client({ endpoint: server.endpoint, forcePathStyle: true });
    await server.client.send(new CreateBucketCommand({ Bucket: server.bucket }));
  });
  after(async () => {
    for (const name of Object.keys(keys)) {
      if (given[name] === undefined) delete process.env[name];
      else process.env[name] = given[name];
    }
    await running.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  return server;
}

function settings(endpoint: string, folder: string): string {
  return [
    `s3proxy.endpoint=${endpoint}`,
    's3proxy.authorization=aws-v4',
    `s3proxy.identity=${keys.AWS_ACCESS_KEY_ID}`,
    `s3proxy.credential=${keys.AWS_SECRET_ACCESS_KEY}`,
    'jclouds.provider=filesystem-nio2',
    `jclouds.filesystem.basedir=${folder}`,
    '',
  ].join('\n');
}
