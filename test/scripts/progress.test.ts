// The progress bar of commands on a terminal.
import { expect } from 'chai';
import { createProgressBar } from '../../scripts/cli/output.ts';

describe('the progress bar', () => {
  let written: string[];
  const bar = () => createProgressBar({ write: (text: string | Uint8Array) => Boolean(written.push(String(text))) });
  beforeEach(() => (written = []));
  const full = (parts: number): string => '█'.repeat(parts) + '░'.repeat(40 - parts);

  it('has a line for each step, which ends at its total', () => {
    const { show } = bar();
    show('copying', 0, 4);
    show('copying', 2, 4);
    show('copying', 4, 4);
    show('copying', 5, 4);
    show('checking', 1, 10);
    expect(written).to.deep.equal([
      `\rcopying ${full(0)} 0 %  0/4\x1b[K`,
      `\rcopying ${full(20)} 50 %  2/4\x1b[K`,
      `\rcopying ${full(40)} 100 %  4/4\x1b[K`,
      '\n',
      `\rchecking ${full(4)} 10 %  1/10\x1b[K`,
    ]);
  });

  it('writes a step some hundred times at most, however many parts it has', () => {
    const { show } = bar();
    for (let done = 0; done <= 100_000; done += 1) show('deleting', done, 100_000);
    expect(written).to.have.length(102);
    expect(written.at(-2)).to.equal(`\rdeleting ${full(40)} 100 %  100000/100000\x1b[K`);
  });

  it('ends the line of a step that is left, and none twice', () => {
    const { show, close } = bar();
    close();
    show('copying', 1, 4);
    show('checking', 0, 0);
    close();
    close();
    show('erasing', 1, 2);
    close();
    expect(written.map((text) => (text === '\n' ? text : text.slice(1, 9)))).to.deep.equal([
      'copying ',
      '\n',
      'checking',
      '\n',
      'erasing ',
      '\n',
    ]);
  });
});
