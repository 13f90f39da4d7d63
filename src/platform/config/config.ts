// Reads the environment once and validates all of it: a frozen Config, or an error that names every fault.
import { parseNetworks } from '../lib/networks.ts';
import { webPath } from '../lib/web-address.ts';
import { readVariables, Env, type Values } from './variables.ts';

/** Limits of requests, for a caller, for a tenant, or for both in any order. */
export const rateLimitsPattern =
  '^(caller|tenant)=[1-9]\\d{0,6}/[1-9]\\d{0,4}(,(?!\\1)(caller|tenant)=[1-9]\\d{0,6}/[1-9]\\d{0,4})?$';

/** An origin, or a loopback name with any port. */
const origin = '(https?://[^\\s,/*?#@]+|http://(localhost|127\\.0\\.0\\.1):\\*)';

/** The variables by name. `checkin doctor --help` lists them. */
export const variables = {
  PORT: Env.Port({ default: 3000, description: 'port of the API' }),
  WORKER_PORT: Env.Port({ default: 3001, description: "port of the worker's health checks and metrics" }),
  HEALTH_PORT: Env.Optional(
    Env.Port({
      description:
        "port of the API for health checks and metrics alone, which do not wait behind clients' connections there; `PORT` answers 404 for them",
    }),
  ),
  HOST: Env.String({ minLength: 1, default: '127.0.0.1', description: 'address to listen on; `0.0.0.0` for all' }),
  NEO4J_URI: Env.String({
    pattern: '^(bolt|neo4j)(\\+s|\\+ssc)?://',
    description: '`bolt://…`, `neo4j://…` (cluster) or `neo4j+s://…` (Aura)',
  }),
  NEO4J_USER: Env.String({ minLength: 1, default: 'neo4j', description: 'database user of the service' }),
  NEO4J_PASSWORD: Env.String({ minLength: 1, description: 'password of `NEO4J_USER`' }),
  NEO4J_DATABASE: Env.String({ minLength: 1, default: 'neo4j', description: 'name of the database' }),
  QUERY_PLANS: Env.Enum({
    enum: ['all', 'everyday'],
    default: 'all',
    description:
      'queries that the API has planned by the database before somebody needs them: `all`, one after the other while nothing else is asked, or only the `everyday` ones before it is ready',
  }),
  REDIS_URL: Env.String({ pattern: '^rediss?://', description: '`redis://…` or `rediss://…`' }),
  SES_REGION: Env.String({ minLength: 1, default: 'eu-central-1', description: 'region of Amazon SES' }),
  SES_ENDPOINT: Env.Optional(
    Env.String({ pattern: '^https?://', description: 'server with the SES v2 API, such as the local mailbox' }),
  ),
  SES_TOPIC_ARN: Env.Optional(
    Env.String({
      pattern: '^arn:aws(-[a-z]+)*:sns:[a-z0-9-]+:\\d{12}:[\\w-]{1,256}$',
      description:
        'SNS topic with bounces and complaints of SES, which posts them to `<PUBLIC_URL>/v1/email-events`; without it there is no such path',
    }),
  ),
  EMAIL_FROM: Env.String({
    minLength: 3,
    default: 'Team Check-in <check-in@team-check-in.example>',
    description: 'sender of all mail; must be verified in SES',
  }),
  WEB: Env.Enum({
    enum: ['off', 'on'],
    default: 'off',
    description: '`on` serves the web app of this service at `/app`; the same for every process',
  }),
  WEB_URL: Env.Optional(
    Env.String({
      pattern: '^https?://.*[^/]$',
      description:
        'address of another web app, for links in notifications; `{slug}` in it stands for the tenant; default that of `WEB`',
    }),
  ),
  FILES_DIR: Env.String({
    minLength: 1,
    default: '.state/files',
    description: 'folder of uploaded profiles; a shared volume when API and worker run apart',
  }),
  FILES_BUCKET: Env.Optional(
    Env.String({ minLength: 3, description: 'S3 bucket for uploaded profiles, used instead of `FILES_DIR`' }),
  ),
  FILES_ENDPOINT: Env.Optional(
    Env.String({
      pattern: '^https?://',
      description: 'server with the S3 API, addressed with the bucket in the path',
    }),
  ),
  ERASURE_LOG: Env.String({
    minLength: 1,
    default: '.state/erasures.jsonl',
    description: 'file with the ids of erased people and deleted tenants, to repeat erasures after a restore',
  }),
  FILE_LINK_KEY: Env.Optional(
    Env.String({
      minLength: 32,
      description:
        'secret from which the keys for links to PDFs, cursors and the secrets of webhooks derive; at least 32 characters, the same for every process; required with `TOKEN_JWKS_URL`, else that of a file beside the key file',
    }),
  ),
  FILE_LINK_KEY_ALSO: Env.Optional(
    Env.String({
      minLength: 32,
      description: 'while `FILE_LINK_KEY` is rotated: the key after or before it, which opens what it sealed',
    }),
  ),
  WEBHOOKS_TO_LOOPBACK: Env.Enum({
    enum: ['refuse', 'allow'],
    default: 'refuse',
    description:
      '`allow` sends webhooks to this machine, and asks identity providers here, also over http; for tests and the demo',
  }),
  PUBLIC_URL: Env.Optional(
    Env.String({
      pattern: '^https?://.*[^/]$',
      description:
        'address where clients reach the API, for links; default `http://127.0.0.1:<PORT>`, never the Host header',
    }),
  ),
  CORS_ORIGINS: Env.Optional(
    Env.String({
      pattern: `^${origin}(, ?${origin})*$`,
      description:
        'origins of web pages that may call the API, `https://app.example,http://localhost:*` (any port); default none',
    }),
  ),
  RATE_LIMITS: Env.Optional(
    Env.String({
      pattern: rateLimitsPattern,
      description: 'limits of requests per seconds, `caller=600/60,tenant=6000/60`; default none',
    }),
  ),
  TRUSTED_PROXIES: Env.Optional(
    Env.String({
      pattern: '^[\\da-fA-F.:]+(/\\d{1,3})?(, ?[\\da-fA-F.:]+(/\\d{1,3})?)*$',
      description:
        'addresses or networks of proxies before the API, `10.0.0.5,10.1.0.0/24`, whose `X-Forwarded-For` tells the address of a client; no client may have one of them; default none',
    }),
  ),
  MOTIVATORS_URL: Env.Optional(
    Env.String({ pattern: '^https?://.*[^/]$', description: 'address of the external provider of motivators' }),
  ),
  MOTIVATORS_TOKEN: Env.Optional(Env.String({ minLength: 1, description: 'bearer token for `MOTIVATORS_URL`' })),
  INSIGHTS_URL: Env.Optional(
    Env.String({
      pattern: '^https?://.*[^/]$',
      description:
        'language model that writes about motivators (OpenAI-compatible, up to `/v1`); without it a rule writes',
    }),
  ),
  INSIGHTS_MODEL: Env.Optional(
    Env.String({ minLength: 1, description: 'name of the model; required with `INSIGHTS_URL`' }),
  ),
  INSIGHTS_KEY: Env.Optional(Env.String({ minLength: 1, description: 'bearer token for `INSIGHTS_URL`' })),
  TOKEN_JWKS_URL: Env.Optional(
    Env.String({
      pattern: '^https?://',
      description:
        'https address of the public keys of `TOKEN_ISSUER` (RS256, ES256, EdDSA); http on this machine alone',
    }),
  ),
  TOKEN_KEY_FILE: Env.Optional(
    Env.String({ minLength: 1, description: 'file of a local signing key; created if missing' }),
  ),
  TOKEN_ISSUER: Env.String({ minLength: 1, default: 'team-check-in', description: 'required `iss` of a token' }),
  TOKEN_AUDIENCE: Env.String({ minLength: 1, default: 'team-check-in-api', description: 'required `aud` of a token' }),
  LOG_LEVEL: Env.Enum({
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    description: 'lowest level that is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Env.Optional(
    Env.Address({
      description: 'OpenTelemetry collector for traces (OTLP over HTTP); without it nothing is traced',
    }),
  ),
  OTEL_TRACES_SAMPLER_ARG: Env.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'share of the traces that begin here and are recorded (0 to 1)',
  }),
  DRAIN_SECONDS: Env.Number({
    minimum: 0,
    maximum: 60,
    default: 0,
    description:
      'how long to serve, reported as not ready, after a stop signal; about 5 behind a load balancer. The process ends at most 25 s later: a supervisor kills it after `DRAIN_SECONDS` + 30 s',
  }),
};

export type Config = Readonly<Values<typeof variables>>;

/** Where clients reach the API, for links. */
export const getPublicUrl = ({ PUBLIC_URL, PORT }: Config): string => PUBLIC_URL ?? `http://127.0.0.1:${PORT}`;

/** The base of links for people, with `{slug}` for their tenant; undefined without a web app. */
export const getWebUrl = (config: Config): string | undefined =>
  config.WEB_URL ?? (config.WEB === 'on' ? `${getPublicUrl(config)}${webPath}/{slug}#` : undefined);

/** A configuration that cannot be used. The message has a line per fault; it names variables, never values. */
class ConfigError extends Error {
  constructor(faults: string[]) {
    super(faults.map((fault) => `Invalid configuration: ${fault}`).join('\n'));
  }
}

/**
 * Reads the configuration.
 *
 * @param options.verifiesTokens false for a process that needs no key of tokens, only the secret of the service
 * @throws {ConfigError} naming every missing or mistyped variable
 */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  { verifiesTokens = true }: { verifiesTokens?: boolean } = {},
): Config {
  // With another service on the same host this may be the argument of a sampler that this service does not have.
  const isTraced = Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT);
  const used = isTraced ? environment : { ...environment, OTEL_TRACES_SAMPLER_ARG: undefined };
  const { values: config, faults } = readVariables(variables, used);
  const needsTokenKeys = verifiesTokens || !config.FILE_LINK_KEY;
  if (needsTokenKeys && !config.TOKEN_JWKS_URL === !config.TOKEN_KEY_FILE)
    faults.push('set either TOKEN_JWKS_URL or TOKEN_KEY_FILE');
  if (config.TOKEN_JWKS_URL && !isSecureOrLocal(config.TOKEN_JWKS_URL))
    faults.push(
      'TOKEN_JWKS_URL must begin with https:// unless its host is this machine: who changes the keys signs tokens',
    );
  if (config.TOKEN_JWKS_URL && !config.FILE_LINK_KEY)
    faults.push('FILE_LINK_KEY is missing, needed with TOKEN_JWKS_URL');
  if (config.INSIGHTS_URL && !config.INSIGHTS_MODEL) faults.push('INSIGHTS_MODEL is missing, needed with INSIGHTS_URL');
  if (!(config.CORS_ORIGINS ?? '').split(',').every((text) => !text || URL.canParse(text.trim().replace(/:\*$/, ''))))
    faults.push('CORS_ORIGINS must be a list of origins');
  if (!areNetworks(config.TRUSTED_PROXIES)) faults.push('TRUSTED_PROXIES must be a list of addresses or networks');
  if (config.FILES_ENDPOINT && !config.FILES_BUCKET) faults.push('FILES_BUCKET is missing, needed with FILES_ENDPOINT');
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}

function areNetworks(list: string | undefined): boolean {
  try {
    parseNetworks(list);
    return true;
  } catch {
    return false;
  }
}

function isSecureOrLocal(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Reads the configuration of this process. With an invalid one it prints a line per fault and exits with code 1. */
export function readConfigOrExit(options?: { verifiesTokens: boolean }): Config {
  try {
    return readConfig(process.env, options);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message); // there is no log yet: its level is part of the configuration
    process.exit(1);
  }
}
