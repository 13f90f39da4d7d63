// A language model for tests: speaks as OpenAI's endpoints do over real HTTP, keeps what it was sent, and says what it
// is told.
import { createServer } from 'node:http';
import { listenLocally } from '../../scripts/stack/ports.ts';

export type LanguageModel = {
  url: string;
  sent: { authorization?: string | undefined; body: string }[];
  /** What it says next, and why it ended; null for an error, the word `hang` to say nothing at all. */
  say: (words: string | null, end?: 'stop' | 'length') => void;
  stop: () => Promise<void>;
};

export async function languageModel(): Promise<LanguageModel> {
  let next: string | null = 'You like to decide for yourself.';
  let finish = 'stop';
  const sent: LanguageModel['sent'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      sent.push({ authorization: request.headers.authorization, body });
      if (next === 'hang') return;
      if (next === null) return void response.writeHead(500).end();
      response.end(
        JSON.stringify({ choices: [{ message: { role: 'assistant', content: next }, finish_reason: finish }] }),
      );
    });
  });
  const { url, stop } = await listenLocally(server);
  const say: LanguageModel['say'] = (words, end = 'stop') => void ([next, finish] = [words, end]);
  return { url: `${url}/v1`, sent, say, stop };
}
