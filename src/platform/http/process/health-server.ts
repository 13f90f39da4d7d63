// A server of its own for health checks and metrics.
import type { Server } from 'node:http';
import Koa from 'koa';
import type { Logger } from 'pino';
import { createHealthRoutes, type Health } from './health.ts';
import { handleErrors } from '../response/errors.ts';
import { createHttpServer } from './server.ts';

/**
 * Creates a server that serves `/livez`, `/readyz` and `/metrics` only. Node accepts one connection of each server when its
 * event loop turns, so a probe at this server does not wait behind the connections of clients at another one.
 */
export function createHealthServer(health: Health, log: Logger): Server {
  const app = new Koa();
  app.use(handleErrors(log));
  app.use(createHealthRoutes(health).routes());
  return createHttpServer(app);
}
