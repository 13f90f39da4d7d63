// Holds every answer that a test's client gets against the order in which the interface lists its fields.
import type { TSchema } from '@sinclair/typebox';
import { sections } from '../../src/app/sections.ts';

const declared = sections
  .flatMap(({ endpoints }) => endpoints)
  .map(({ method, path, success, response }) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return { method, pattern, success, response, fixed: !path.includes('{') };
  })
  .sort((a, b) => Number(b.fixed) - Number(a.fixed));

/** @throws {Error} when the answer to this request has fields in another order than its endpoint's schema declares */
export function expectDeclaredOrder(method: string, path: string, status: number, body: unknown): void {
  const [at = ''] = path.split('?');
  const found = declared.find((one) => one.method === method && one.success === status && one.pattern.test(at));
  const fault = found && faultOfOrder(found.response, body, `${method} ${at}`);
  if (fault) throw new Error(fault);
}

function faultOfOrder({ properties = {}, items }: TSchema, value: unknown, place: string): string | null {
  if (value === null || typeof value !== 'object') return null;
  const schemas = properties as Record<string, TSchema>;
  const order = Object.keys(schemas).filter((name) => name in value);
  const sent = Object.keys(value).filter((name) => name in schemas);
  if (order.join() !== sent.join()) return `${place} has its fields in the order ${sent.join(', ')}.`;
  for (const [name, part] of Object.entries(value)) {
    const inner = (items as TSchema | undefined) ?? schemas[name];
    const fault = inner ? faultOfOrder(inner, part, `${place} ${name}`) : null;
    if (fault) return fault;
  }
  return null;
}
