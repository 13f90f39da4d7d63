// An assistant of a person: sends messages of the Model Context Protocol to the address of a company.
import { expect } from 'chai';
import { tokenOf, type Company } from './company.ts';
import type { Service } from './service.ts';

export type ToolAnswer = { isError: boolean; value: Record<string, unknown> };
export type Message = {
  status: number;
  headers: Headers;
  challenge: string | null;
  body: Record<string, unknown>;
  text: string;
};
export type Assistant = {
  /** Sends a message of the revision before 2026-07-28. */
  send(method: string, params?: object): Promise<Message>;
  /** Calls a tool. Fails unless the answer is a result whose text says what its structure says. */
  call(name: string, args?: object): Promise<ToolAnswer>;
  tools(): Promise<{ name: string }[]>;
};

export type AssistantOptions = { slug?: string; token?: string; scope?: string };

/** The assistant of a person, whose token has this scope. */
export function assistantOf(
  api: Service,
  company: Company,
  who: string,
  { slug = company.tenantId, token, scope }: AssistantOptions = {},
): Assistant {
  const claims = { sub: token === undefined ? company.id(who) : '', tenant: company.tenantId };
  const signed =
    token === undefined ? tokenOf(api, { ...claims, ...(scope !== undefined && { scope }) }) : Promise.resolve(token);
  const send = async (method: string, params: object = {}): Promise<Message> => {
    const response = await fetch(`${api.url}/mcp/${slug}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await signed}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const text = await response.text();
    const body = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
    const { status, headers } = response;
    return { status, headers, challenge: headers.get('www-authenticate'), body, text };
  };
  const resultOf = async (method: string, params?: object): Promise<Record<string, unknown>> => {
    const { status, body, text } = await send(method, params);
    expect(status, text).to.equal(200);
    expect(body, text).to.have.property('result');
    return body['result'] as Record<string, unknown>;
  };
  return {
    send,
    async call(name, args = {}) {
      const result = await resultOf('tools/call', { name, arguments: args });
      const [content, ...others] = result['content'] as { type: string; text: string }[];
      expect(others).to.deep.equal([]);
      expect(JSON.parse(content?.text ?? '')).to.deep.equal(result['structuredContent']);
      expect(Buffer.byteLength(content?.text ?? '')).to.be.at.most(40 * 1024);
      return {
        isError: result['isError'] === true,
        value: result['structuredContent'] as Record<string, unknown>,
      };
    },
    tools: async () => (await resultOf('tools/list'))['tools'] as { name: string }[],
  };
}

/** Lets the assistants of a company read, or also change. */
export async function letAssistants(
  company: Company,
  admin: string,
  permitted: 'off' | 'read' | 'write',
): Promise<void> {
  expect((await company.as(admin).patch('/admin/settings', { assistants: permitted })).status).to.equal(200);
}
