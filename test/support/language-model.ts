// A language model for tests: speaks as OpenAI's endpoints do over real HTTP, keeps what it was sent, and says what it
// is told.
import { createServer } from 'node:http';
import { listenLocally } from '../../scripts/stack/ports.ts';

export type LanguageModel = {
  url: string;
  sent: { authorization?: string | undefined; body: string }[];
  /** What it says next; null for an error, the word `hang` to say nothing at all. */
  say: (words: string | null) => void;
  stop: () => Promise<void>;
};

export async function languageModel(): Promise<LanguageModel> {
  let next: string | null = 'You like to decide for yourself.';
  const sent: LanguageModel['sent'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      sent.push({ authorization: request.headers.authorization, body });
      if (next === 'hang') return;
      if (next === null) return void response.writeHead(500).end();
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: next } }] }));
    });
  });
  const { url, stop } = await listenLocally(server);
  return { url: `${url}/v1`, sent, say: (words) => void (next = words), stop };
}
