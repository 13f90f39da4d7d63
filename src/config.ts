// Reads the environment once and validates all of it: a frozen Config, or an error that names every fault.
import { readVariables, Type, type Values } from './variables.ts';

/** What each variable is for, by name. A test compares the README's table with it. */
export const variables = {
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3000, description: 'Port of the API' }),
  WORKER_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3001, description: "Port of the worker's health" }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1', description: 'Address to listen on; 0.0.0.0 for all' }),
  NEO4J_URI: Type.String({
    pattern: '^(bolt|neo4j)(\\+s|\\+ssc)?://',
    description: 'bolt://… or neo4j://… (cluster, Aura)',
  }),
  NEO4J_USER: Type.String({ minLength: 1, default: 'neo4j', description: "The service's database user" }),
  NEO4J_PASSWORD: Type.String({ minLength: 1, description: 'Its password' }),
  NEO4J_DATABASE: Type.String({ minLength: 1, default: 'neo4j', description: 'Database name' }),
  REDIS_URL: Type.String({ pattern: '^rediss?://', description: 'redis://…' }),
  SES_REGION: Type.String({ minLength: 1, default: 'eu-central-1', description: 'Region of Amazon SES' }),
  SES_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'Another address that speaks SES v2, such as a local inbox' }),
  ),
  EMAIL_FROM: Type.String({
    minLength: 3,
    default: 'Team Check-in <check-in@team-check-in.example>',
    description: 'Sender of all e-mails; SES must know it',
  }),
  EMAILS_PER_SECOND: Type.Number({
    minimum: 0.1,
    maximum: 1_000,
    default: 14,
    description: 'Pace of e-mails while SES does not tell the rate of the account',
  }),
  WEB_URL: Type.Optional(
    Type.String({ pattern: '^https?://.*[^/]$', description: 'The web app that links in notifications lead to' }),
  ),
  FILES_DIR: Type.String({
    minLength: 1,
    default: '.state/files',
    description: 'Folder of uploaded profiles, the same for API and worker: a shared volume when they run apart',
  }),
  FILES_BUCKET: Type.Optional(
    Type.String({ minLength: 3, description: 'An S3 bucket to keep them in instead; FILES_DIR is then not looked at' }),
  ),
  FILES_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'Another place that speaks S3, with the bucket in the path' }),
  ),
  FILE_LINK_KEY: Type.Optional(
    Type.String({
      minLength: 32,
      description: 'Signs links to profile PDFs, the same for every API; needed with TOKEN_JWKS_URL',
    }),
  ),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://.*[^/]$',
      description: 'Where clients reach the API; else http://127.0.0.1:PORT',
    }),
  ),
  MOTIVATORS_URL: Type.Optional(
    Type.String({ pattern: '^https?://.*[^/]$', description: 'The external provider of motivators' }),
  ),
  MOTIVATORS_TOKEN: Type.Optional(Type.String({ minLength: 1, description: 'Sent to it as a bearer token' })),
  INSIGHTS_URL: Type.Optional(
    Type.String({
      pattern: '^https?://.*[^/]$',
      description: 'A language model that writes about motivators (OpenAI-compatible, up to /v1); else a rule does',
    }),
  ),
  INSIGHTS_MODEL: Type.Optional(Type.String({ minLength: 1, description: 'Its name; needed with INSIGHTS_URL' })),
  INSIGHTS_KEY: Type.Optional(Type.String({ minLength: 1, description: 'Sent to it as a bearer token' })),
  TOKEN_JWKS_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: "The identity provider's published keys (RS256, ES256)" }),
  ),
  TOKEN_KEY_FILE: Type.Optional(
    Type.String({ minLength: 1, description: 'Instead of a JWKS URL: a key of our own, made when missing' }),
  ),
  TOKEN_KEYS_MAX_AGE_HOURS: Type.Number({
    minimum: 1,
    maximum: 168,
    default: 24,
    description: 'How long known keys stay good while TOKEN_JWKS_URL does not answer',
  }),
  TOKEN_ISSUER: Type.String({ minLength: 1, default: 'team-check-in', description: 'Required `iss` of a token' }),
  TOKEN_AUDIENCE: Type.String({ minLength: 1, default: 'team-check-in-api', description: 'Required `aud` of a token' }),
  LOG_LEVEL: Type.Enum({
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    description: 'Least severe level that is logged',
  }),
  DRAIN_SECONDS: Type.Number({
    minimum: 0,
    maximum: 60,
    default: 0,
    description: 'How long to go on serving, not ready, after being told to stop; about 5 behind a load balancer',
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
  const { values: config, faults } = readVariables(variables, environment);
  if (!config.TOKEN_JWKS_URL === !config.TOKEN_KEY_FILE) faults.push('set either TOKEN_JWKS_URL or TOKEN_KEY_FILE');
  if (config.TOKEN_JWKS_URL && !config.FILE_LINK_KEY)
    faults.push('FILE_LINK_KEY is missing, needed with TOKEN_JWKS_URL');
  if (config.INSIGHTS_URL && !config.INSIGHTS_MODEL) faults.push('INSIGHTS_MODEL is missing, needed with INSIGHTS_URL');
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
