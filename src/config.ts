// Reads the environment once and validates all of it: a frozen Config, or an error that names every fault.
import { readVariables, Type, type Values } from './variables.ts';

/** Limits of requests: of a caller, of a tenant, or of both in any order. */
export const rateLimitsPattern =
  '^(caller|tenant)=[1-9]\\d{0,6}/[1-9]\\d{0,4}(,(?!\\1)(caller|tenant)=[1-9]\\d{0,6}/[1-9]\\d{0,4})?$';

/** The variables by name. A test compares the table in scripts/README.md with them. */
export const variables = {
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3000, description: 'Port of the API' }),
  WORKER_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 3001,
    description: "Port of the worker's health checks and metrics",
  }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1', description: 'Address to listen on; 0.0.0.0 for all' }),
  NEO4J_URI: Type.String({
    pattern: '^(bolt|neo4j)(\\+s|\\+ssc)?://',
    description: 'bolt://… or neo4j://… (cluster, Aura)',
  }),
  NEO4J_USER: Type.String({ minLength: 1, default: 'neo4j', description: "The service's database user" }),
  NEO4J_PASSWORD: Type.String({ minLength: 1, description: 'Password of NEO4J_USER' }),
  NEO4J_DATABASE: Type.String({ minLength: 1, default: 'neo4j', description: 'Database name' }),
  NEO4J_READ_REPLICAS: Type.Enum({
    enum: ['off', 'on'],
    default: 'off',
    description: 'Whether requests with `Org-Revision` may be answered by followers of a cluster (neo4j://…)',
  }),
  REDIS_URL: Type.String({ pattern: '^rediss?://', description: 'redis://…' }),
  SES_REGION: Type.String({ minLength: 1, default: 'eu-central-1', description: 'Region of Amazon SES' }),
  SES_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'Another server with the SES v2 API, such as a local inbox' }),
  ),
  EMAIL_FROM: Type.String({
    minLength: 3,
    default: 'Team Check-in <check-in@team-check-in.example>',
    description: 'Sender of all e-mails, verified in SES',
  }),
  EMAILS_PER_SECOND: Type.Number({
    minimum: 0.1,
    maximum: 1_000,
    default: 14,
    description: "A worker's sending rate until SES reports the account's rate",
  }),
  WEB_URL: Type.Optional(
    Type.String({
      pattern: '^https?://.*[^/]$',
      description: 'Base address of the web app, for links in notifications',
    }),
  ),
  FILES_DIR: Type.String({
    minLength: 1,
    default: '.state/files',
    description: 'Folder of uploaded profiles; a shared volume if API and worker run on different machines',
  }),
  FILES_BUCKET: Type.Optional(
    Type.String({ minLength: 3, description: 'S3 bucket for uploaded profiles; replaces FILES_DIR' }),
  ),
  FILES_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'Another server with the S3 API, addressed path-style' }),
  ),
  ERASURE_LOG: Type.String({
    minLength: 1,
    default: '.state/erasures.jsonl',
    description: 'File that lists the ids of erased people and deleted tenants, to repeat this after a restore',
  }),
  FILE_LINK_KEY: Type.Optional(
    Type.String({
      minLength: 32,
      description:
        'Key for links to PDFs and secrets of webhooks, the same for every process; required with TOKEN_JWKS_URL',
    }),
  ),
  WEBHOOKS_TO_LOOPBACK: Type.Enum({
    enum: ['refuse', 'allow'],
    default: 'refuse',
    description: 'Whether webhooks may be sent to this machine, also over http; for tests and the demo',
  }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://.*[^/]$',
      description: 'Address where clients reach the API; default http://127.0.0.1:PORT',
    }),
  ),
  CORS_ORIGINS: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s,/*?#@]+(, ?https?://[^\\s,/*?#@]+)*$',
      description:
        'Origins of web pages that may call the API, such as https://app.example,https://hr.example; default none',
    }),
  ),
  RATE_LIMITS: Type.Optional(
    Type.String({
      pattern: rateLimitsPattern,
      description:
        'Requests per seconds of a caller and of a tenant, such as caller=600/60,tenant=6000/60; default no limits',
    }),
  ),
  MOTIVATORS_URL: Type.Optional(
    Type.String({ pattern: '^https?://.*[^/]$', description: 'Address of the external motivators provider' }),
  ),
  MOTIVATORS_TOKEN: Type.Optional(Type.String({ minLength: 1, description: 'Bearer token for MOTIVATORS_URL' })),
  INSIGHTS_URL: Type.Optional(
    Type.String({
      pattern: '^https?://.*[^/]$',
      description:
        'OpenAI-compatible API (up to /v1) that writes insights about motivators; without it a rule writes them',
    }),
  ),
  INSIGHTS_MODEL: Type.Optional(Type.String({ minLength: 1, description: 'Model name; required with INSIGHTS_URL' })),
  INSIGHTS_KEY: Type.Optional(Type.String({ minLength: 1, description: 'Bearer token for INSIGHTS_URL' })),
  TOKEN_JWKS_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: "Address of the identity provider's public keys (RS256, ES256)",
    }),
  ),
  TOKEN_KEY_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'File of a local key, used instead of TOKEN_JWKS_URL; created if missing',
    }),
  ),
  TOKEN_KEYS_MAX_AGE_HOURS: Type.Number({
    minimum: 1,
    maximum: 168,
    default: 24,
    description: 'How long known keys stay valid while TOKEN_JWKS_URL does not answer',
  }),
  TOKEN_ISSUER: Type.String({ minLength: 1, default: 'team-check-in', description: 'Required `iss` of a token' }),
  TOKEN_AUDIENCE: Type.String({ minLength: 1, default: 'team-check-in-api', description: 'Required `aud` of a token' }),
  LOG_LEVEL: Type.Enum({
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    description: 'Lowest level that is logged',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.Address({
      description: 'Address of an OpenTelemetry collector (OTLP over HTTP); without it nothing is traced',
    }),
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'Share of the traces that begin here and are recorded',
  }),
  DRAIN_SECONDS: Type.Number({
    minimum: 0,
    maximum: 60,
    default: 0,
    description: 'How long a stopping process keeps serving while /readyz answers 503; about 5 behind a load balancer',
  }),
};

export type Config = Readonly<Values<typeof variables>>;

/** A configuration that cannot be used. The message has a line per fault; it names variables, never values. */
export class ConfigError extends Error {
  constructor(faults: string[]) {
    super(faults.map((fault) => `Invalid configuration: ${fault}`).join('\n'));
  }
}

/**
 * Reads the configuration.
 *
 * @throws {ConfigError} naming every missing or mistyped variable
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  // With another service on the same host this may be the argument of a sampler that this service does not have.
  const isTraced = Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT);
  const used = isTraced ? environment : { ...environment, OTEL_TRACES_SAMPLER_ARG: undefined };
  const { values: config, faults } = readVariables(variables, used);
  if (!config.TOKEN_JWKS_URL === !config.TOKEN_KEY_FILE) faults.push('set either TOKEN_JWKS_URL or TOKEN_KEY_FILE');
  if (config.TOKEN_JWKS_URL && !config.FILE_LINK_KEY)
    faults.push('FILE_LINK_KEY is missing, needed with TOKEN_JWKS_URL');
  if (config.INSIGHTS_URL && !config.INSIGHTS_MODEL) faults.push('INSIGHTS_MODEL is missing, needed with INSIGHTS_URL');
  if (!(config.CORS_ORIGINS ?? '').split(',').every((text) => !text || URL.canParse(text.trim())))
    faults.push('CORS_ORIGINS must be a list of origins');
  if (config.FILES_ENDPOINT && !config.FILES_BUCKET) faults.push('FILES_BUCKET is missing, needed with FILES_ENDPOINT');
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}

/** Reads the configuration of this process. With an invalid one it prints a line per fault and exits with code 1. */
export function readConfigOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message); // there is no log yet: its level is part of the configuration
    process.exit(1);
  }
}
