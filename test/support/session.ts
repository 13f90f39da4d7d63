// An interactive shell that is pasted into, as somebody does who follows the README.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';

export type Session = {
  /** Pastes lines and gives back what they printed, errors included, once all of them have been run. */
  paste(lines: string): Promise<string>;
  close(): Promise<void>;
};

/** Opens bash or zsh in `folder`. */
export async function openSession(program: string, folder: string, env: NodeJS.ProcessEnv): Promise<Session> {
  // without the user's settings and without line editing, which would repeat what is pasted
  const zsh = ['-f', '-o', 'no_zle', '-o', 'no_prompt_cr', '-o', 'no_prompt_sp'];
  const bare = path.basename(program) === 'zsh' ? zsh : ['--noprofile', '--norc', '--noediting'];
  const child = spawn(program, [...bare, '-i'], {
    cwd: folder,
    env: { ...env, PS1: '', PS2: '', HISTFILE: '/dev/null' },
    detached: true, // without a terminal: an interactive shell would take over the one the tests run in
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let printed = '';
  let onPrinted = (): void => undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    onPrinted();
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stdin.on('error', () => undefined); // it has ended: what waits for its answer says so

  const paste = async (lines: string): Promise<string> => {
    const end = randomUUID();
    const finished = new Promise<void>((resolve) => {
      onPrinted = () => printed.includes(`${end}\n`) && resolve();
    });
    child.stdin.write(`${lines}\nprintf '%s\\n' ${end}\n`);
    await Promise.race([finished, closed.then(() => Promise.reject(new Error(`The shell ended: ${printed}`)))]);
    const [before = '', after = ''] = printed.split(`${end}\n`);
    printed = after;
    return before;
  };
  await paste('exec 2>&1');
  return {
    paste,
    async close() {
      child.stdin.end();
      child.kill('SIGHUP');
      await closed;
    },
  };
}
