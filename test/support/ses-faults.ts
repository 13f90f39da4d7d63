// Stands before the local inbox and answers as SES does on a bad day.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally } from '../../scripts/stack/ports.ts';

/**
 * What becomes of a sending: `pass` and `slow` reach the inbox; `hang` is never answered, `stall` half answered;
 * `reset` drops the connection unread, `accept-then-reset` after the inbox has taken the mail; `400 MessageRejected`
 * and the like are an error's status and name, `500` and the like the page of something that is not SES.
 */
export type Mode =
  | 'pass'
  | 'slow'
  | 'hang'
  | 'stall'
  | 'reset'
  | 'accept-then-reset'
  | `${number} ${string}`
  | `${number}`;

export type SesFaults = {
  url: string;
  mode: Mode;
  /** What an error says. */
  message: string;
  /** When each request to send arrived, in milliseconds. */
  arrivals: number[];
  /** How often the account was asked for, and its rate; null refuses to tell. */
  asked: number;
  rate: number | null;
  close(): Promise<void>;
};

/** Starts it on a free local port before `target`, such as `http://127.0.0.1:8005`. */
export async function sesFaults(target: string): Promise<SesFaults> {
  const server = createServer((req, res) => void answer(req, res));
  const { url, stop: close } = await listenLocally(server);
  const faults: SesFaults = {
    url,
    mode: 'pass',
    message: 'Address ada@example.org is refused.',
    arrivals: [],
    asked: 0,
    rate: 1_000,
    close,
  };
  const pass = async (req: IncomingMessage): Promise<[status: number, body: string]> => {
    const { method, url, headers } = req;
    const onward = request(new URL(url ?? '/', target), { method, headers, agent: false } as object);
    const reply = new Promise<IncomingMessage>((got, failed) => onward.on('response', got).on('error', failed));
    req.pipe(onward);
    const got = await reply;
    return [got.statusCode ?? 0, await text(got)];
  };
  const refuse = (res: ServerResponse, status: number, name: string): void => {
    res.writeHead(status, { 'Content-Type': 'application/json', 'x-amzn-errortype': name });
    res.end(JSON.stringify({ message: faults.message }));
  };
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.url === '/v2/email/account') {
      faults.asked += 1;
      if (faults.rate === null) return refuse(res, 403, 'AccessDeniedException');
      res.writeHead(200, { 'Content-Type': 'application/json' });
      return void res.end(JSON.stringify({ SendQuota: { MaxSendRate: faults.rate } }));
    }
    faults.arrivals.push(performance.now());
    const { mode } = faults;
    const [status, name] = mode.split(' ');
    if (mode === 'hang') return;
    if (mode === 'reset') return void req.socket.resetAndDestroy();
    if (mode === 'stall') return void res.writeHead(200, { 'Content-Type': 'application/json' }).write('{"Mess');
    if (Number(mode)) return void res.writeHead(Number(mode)).end('<html>Sorry</html>');
    if (name) return refuse(res, Number(status), name);
    const [passed, body] = await pass(req);
    if (mode === 'accept-then-reset') return void req.socket.resetAndDestroy();
    if (mode === 'slow') await new Promise((later) => setTimeout(later, 300));
    res.writeHead(passed, { 'Content-Type': 'application/json' }).end(body);
  };
  return faults;
}
