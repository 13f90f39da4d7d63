// Every tool against its endpoint, for everybody who could stand in some relation to a person: the same status, the same answer.
import { expect } from 'chai';
import { servedSections } from '../../../src/app/sections.ts';
import { createTools, type Tool } from '../../../src/features/assistants/tools.ts';
import { assistantOf, letAssistants, type ToolAnswer } from '../../support/assistants.ts';
import { client, company, tokenOf, type Answer } from '../../support/company.ts';
import { service } from '../../support/service.ts';
import {
  buildWorld,
  relations,
  relatives,
  subjects,
  type Args,
  type Who,
  type World,
} from '../../support/tool-subjects.ts';

const api = service();
const tools = createTools(servedSections.flatMap(({ endpoints }) => endpoints));
/** The answer by HTTP: arguments go where the endpoint has them. */
async function askByHttp({ declared }: Tool, args: Args, token: string): Promise<Answer> {
  const inPath = new Set(Object.keys(declared.params.properties));
  const inQuery = new Set(Object.keys(declared.query?.properties ?? {}));
  const path = declared.path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => String(args[name]));
  const pairs = Object.entries(args).filter(([name]) => inQuery.has(name));
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
  const body = Object.fromEntries(Object.entries(args).filter(([name]) => !inPath.has(name) && !inQuery.has(name)));
  const address = query.size > 0 ? `${path}?${query.toString()}` : path;
  const asks = client(api, () => Promise.resolve(token));
  if (declared.method === 'GET') return asks.get(address);
  const method = declared.method.toLowerCase() as 'post' | 'put' | 'patch';
  return asks[method](address, body);
}

/** An answer of a tool, without what assistants get beside that of the API. */
function toHttp({ declared, rows }: Tool, { isError, value }: ToolAnswer): { status: number; body: unknown } {
  if (isError) return { status: value['status'] as number, body: { code: value['code'], message: value['message'] } };
  const { writtenByPeople: _texts, link: _link, ...rest } = value;
  const withoutLink = ({ link, ...row }: Record<string, unknown>): object => {
    expect(link).to.match(/^http:\/\/127\.0\.0\.1:\d+\/v1\//);
    return row;
  };
  const body = rows === null ? rest : { ...rest, [rows]: (rest[rows] as Record<string, unknown>[]).map(withoutLink) };
  return { status: declared.success, body: declared.response.type === 'array' ? body['items'] : body };
}

const refusalOf = ({ status, body }: Answer): { status: number; body: unknown } => ({ status, body });

describe('a tool', () => {
  it('has arguments in the table of the tests', () => {
    expect(tools.map(({ name }) => name)).to.have.members(Object.keys(subjects));
  });

  it('answers what its endpoint answers, to the letter, also just after a move and to tokens of another company', async () => {
    const world = await buildWorld(api);
    const { acme } = world;
    const other = await company(api, 'Zoe (admin)');
    await letAssistants(other, 'Zoe', 'write');
    let compared = 0;
    async function compareReads(moment: string): Promise<void> {
      for (const tool of tools.filter(({ isChange }) => !isChange)) {
        const args = subjects[tool.name]?.(world) ?? {};
        for (const who of relatives) {
          const token = await acme.token(who);
          const http = refusalOf(await askByHttp(tool, args, token));
          if (who === 'Left') {
            const { status } = await assistantOf(api, acme, '', { token }).send('tools/call', {
              name: tool.name,
              arguments: args,
            });
            expect([http.status, status]).to.deep.equal([401, 401]);
            continue;
          }
          const answered = toHttp(tool, await assistantOf(api, acme, '', { token }).call(tool.name, args));
          expect(answered, `${tool.name} by ${relations[who]}, ${moment}`).to.deep.equal(http);
          expect(JSON.stringify(answered.body)).to.equal(JSON.stringify(http.body));
          compared += 1;
        }
        const zoe = await other.token('Zoe');
        const http = refusalOf(await askByHttp(tool, args, zoe));
        const answered = toHttp(tool, await assistantOf(api, other, '', { token: zoe }).call(tool.name, args));
        expect(answered, `${tool.name} from another company, ${moment}`).to.deep.equal(http);
      }
    }
    await compareReads('before');
    const move = { managerId: acme.id('Nia') };
    expect((await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Cy')}/manager`, move)).status).to.equal(200);
    await compareReads('after the move');
    expect(compared).to.be.above(400);
  });

  it('changes what its endpoint changes: the same in two equal companies', async () => {
    const [byTool, byHttp] = [await buildWorld(api), await buildWorld(api)];
    const normalise = ({ acme }: World, value: unknown): string =>
      acme.people
        .reduce((text, { id, name }) => text.replaceAll(id, name), JSON.stringify(value))
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '#');
    const tokenIn = ({ acme }: World, who: Who): Promise<string> =>
      tokenOf(api, { sub: acme.id(who), tenant: acme.tenantId, scope: 'checkin:write' });
    for (const tool of tools.filter(({ isChange }) => isChange))
      for (const who of relatives) {
        const http = refusalOf(await askByHttp(tool, subjects[tool.name]?.(byHttp) ?? {}, await tokenIn(byHttp, who)));
        const assistant = assistantOf(api, byTool.acme, '', { token: await tokenIn(byTool, who) });
        const args = subjects[tool.name]?.(byTool) ?? {};
        if (who === 'Left') {
          const { status } = await assistant.send('tools/call', { name: tool.name, arguments: args });
          expect([http.status, status]).to.deep.equal([401, 401]);
          continue;
        }
        const answered = toHttp(tool, await assistant.call(tool.name, args));
        expect(normalise(byTool, answered), `${tool.name} by ${relations[who]}`).to.equal(normalise(byHttp, http));
      }
    const stored = async ({ acme }: World): Promise<unknown> =>
      acme.statement(
        `MATCH (n {tenantId: $tenantId}) WHERE n:Summary OR n:SummaryDraft OR n:Response OR n:Goal OR n:Nomination
         RETURN labels(n)[0] AS label, count(*) AS count ORDER BY label`,
      );
    expect(await stored(byTool)).to.deep.equal(await stored(byHttp));
  });
});
