// What a command line is expected to do: complete words, read the standard input, say faults as JSON, show its progress.
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { mock } from 'node:test';
import type { Command } from 'commander';
import { expect } from 'chai';
import { defineAll } from '../../scripts/cli/command-tree.ts';
import { createWaitingLine } from '../../scripts/cli/output.ts';
import { createProgram } from '../../scripts/cli/program.ts';
import { company } from '../support/company.ts';
import { service } from '../support/service.ts';
import { shell } from '../support/shell.ts';

const api = service();
const { folder, run, start } = shell();

describe('the completion of a shell', () => {
  it('offers each command with its options, by the script of bash', async () => {
    const script = path.join(folder, 'completion.bash');
    writeFileSync(script, (await start(['completion', 'bash'])).out);
    const program = createProgram();
    await defineAll(program);
    const expected: string[] = [];
    const lines = [`source '${script}'`];
    const visit = (command: Command, words: string[]): void => {
      const at = ['checkin', ...words, ''].map((word) => `'${word}'`).join(' ');
      lines.push(`COMP_WORDS=(${at}); COMP_CWORD=${words.length + 1}; _checkin; echo "\${COMPREPLY[*]}"`);
      const options = command.options.map(({ long }) => long);
      expected.push([...command.commands.map((one) => one.name()), ...options].join(' '));
      for (const one of command.commands) visit(one, [...words, one.name()]);
    };
    visit(program, []);
    const offered = execFileSync('bash', ['-c', lines.join('\n')], { encoding: 'utf8' })
      .trimEnd()
      .split('\n');
    expect(offered).to.have.length(expected.length);
    for (const [place, words] of offered.entries())
      expect(words.split(' ')).to.include.members((expected[place] ?? '').split(' ').filter(Boolean));
    const typed = `COMP_WORDS=(checkin org import --tenant acme --dr); COMP_CWORD=5; _checkin; echo "\${COMPREPLY[*]}"`;
    expect(execFileSync('bash', ['-c', `${lines[0]}\n${typed}`], { encoding: 'utf8' })).to.equal('--dry-run\n');
  });

  it('is that of bash for zsh, too', async () => {
    const [bash, zsh] = await Promise.all(['bash', 'zsh'].map(async (name) => (await run(['completion', name])).out));
    expect(zsh).to.equal(`autoload -U +X bashcompinit && bashcompinit\n${bash}`);
    expect((await run(['completion', 'fish'])).code).to.equal(2);
  });
});

describe('a command', () => {
  it('reads the standard input where a file is named -', async () => {
    const acme = await company(api, 'Ada (admin)\n  Bob');
    const read = (words: string[], input: string) => {
      const options = { input, encoding: 'utf8' as const, env: { ...process.env, CHECKIN_TENANT: acme.tenantId } };
      const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/checkin.ts', ...words], options);
      return [status, stdout, stderr];
    };
    const [code, out] = read(
      ['org', 'import', '-', '--dry-run'],
      'email,name,jobTitle,team,department,managerEmail,roles\nnew@a.example,New,,,,,\n',
    );
    expect(code).to.equal(0);
    expect(out).to.match(/^new\tnew@a\.example\tNew\t\(top\)\t\t\n/);
    const [status, , stderr] = read(['org', 'move', '--file', '-'], 'email,managerEmail\nnobody@a.example,\n');
    expect(status).to.equal(1);
    expect(stderr).to.match(/^row 2: .*\nThe standard input has 1 fault; nothing was changed\.\n$/);
  });

  it('that does not exist is refused with those that do, also where help is wanted', async () => {
    const wrong = (word: string, group: string, names: string): RegExp =>
      new RegExp(`^error: unknown command '${word}'\n(?:.*\n)?${group} has ${names}\\.\nAdd --help for usage\\.\n$`);
    const expected: [string[], RegExp][] = [
      [['question', 'ask'], wrong('ask', 'question', 'ls, add, end')],
      [['question', 'ask', '--help'], wrong('ask', 'question', 'ls, add, end')],
      [['org', 'undo', '--help'], wrong('undo', 'org', 'import, .*, plan, .*')],
      [['org', 'plan', 'start', '-h'], wrong('start', 'plan', 'new, ls, .*, undo')],
      [['report', 'people', '--help'], wrong('people', 'report', 'digest, .*')],
      [['ask', '--help'], wrong('ask', 'checkin', 'tenant, .*')],
    ];
    for (const [words, text] of expected) {
      const { code, out, err } = await run(words);
      expect([code, out], words.join(' ')).to.deep.equal([2, '']);
      expect(err).to.match(text);
    }
    for (const words of [['question', '--help'], ['question', 'add', '--help'], ['help', 'question'], ['--help']])
      expect((await run(words)).out, words.join(' ')).to.match(/^Usage: /);
  });

  it('says with --json what is wrong as JSON, too', async () => {
    const acme = await company(api, 'Ada (admin)');
    const env = { CHECKIN_TENANT: acme.tenantId };
    const missing = await run(['org', 'show', 'nobody@a.example', '--json'], env);
    const { fault } = JSON.parse(missing.out) as { fault: { code: string; message: string } };
    expect([missing.code, `${fault.message}\n`]).to.deep.equal([1, missing.err]);
    const coded = await run(['org', 'plan', 'submit', acme.tenantId, '--json'], env);
    expect(JSON.parse(coded.out)).to.deep.equal({ fault: { code: 'PLAN_NOT_FOUND', message: coded.err.trimEnd() } });
    const misused = await run(['org', 'show', '--json'], env);
    expect([misused.code, (JSON.parse(misused.out) as typeof missing & { fault: object }).fault]).to.deep.equal([
      2,
      { code: 'USAGE', message: "missing required argument 'email'" },
    ]);
    const file = path.join(folder, 'empty.csv');
    writeFileSync(file, 'email,managerEmail\n');
    const rejected = await run(['org', 'plan', 'new', file, '--name', 'Swap', '--json'], env);
    expect(JSON.parse(rejected.out)).to.deep.equal({ faults: [{ row: null, message: 'The file has no moves.' }] });
  });

  it('shows on a terminal how long it has been at work, from two seconds on', () => {
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      const show = (isTTY: boolean): string => {
        let said = '';
        const line = createWaitingLine({
          isTTY,
          write: (text: string | Uint8Array) => Boolean((said += String(text))),
        });
        line.start();
        mock.timers.tick(1_999);
        said += '|';
        mock.timers.tick(1_001);
        line.clear();
        said += 'text|';
        mock.timers.tick(1_000);
        line.stop();
        mock.timers.tick(5_000);
        return said;
      };
      const clear = '\x1b[K';
      expect(show(true)).to.equal(`|\r2 s …${clear}\r3 s …${clear}\r${clear}text|\r4 s …${clear}\r${clear}`);
      expect(show(false)).to.equal('|text|');
    } finally {
      mock.timers.reset();
    }
  });
});
