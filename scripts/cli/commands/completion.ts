// checkin completion: prints a script with which a shell completes commands and options.
import { Argument, type Command } from 'commander';
import { defineAll } from '../command-tree.ts';
import { write } from '../output.ts';

type Candidates = { path: string; words: string[] };

export function define(command: Command): void {
  command.addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh'])).action(async (shell: string) => {
    const program = command.parent ?? command;
    await defineAll(program);
    await write(formatScript(shell, listCandidates(program)));
  });
}

/** What may follow each command: commands, choices of arguments, options. */
function listCandidates(command: Command, path = ''): Candidates[] {
  const words = [
    ...command.commands.map((one) => one.name()),
    ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    ...command.options.flatMap(({ long }) => long ?? []),
    '--help',
  ];
  return [
    { path, words: [...new Set(words)] },
    ...command.commands.flatMap((one) => listCandidates(one, `${path} ${one.name()}`)),
  ];
}

/** Where nothing fits, such as after an option, the shell completes files. */
function formatScript(shell: string, candidates: Candidates[]): string {
  const cases = candidates.map(({ path, words }) => `    '${path}') echo '${words.join(' ')}' ;;`).join('\n');
  return `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_checkin_words() {
  case "$1" in
${cases}
    *) return 1 ;;
  esac
}
_checkin() {
  local at=1 path='' word=''
  while [ "$at" -lt "$COMP_CWORD" ]; do
    word="\${COMP_WORDS[$at]}"
    if _checkin_words "$path $word" > /dev/null; then path="$path $word"; fi
    at=$((at + 1))
  done
  COMPREPLY=($(compgen -W "$(_checkin_words "$path")" -- "\${COMP_WORDS[$COMP_CWORD]}"))
}
complete -o default -F _checkin checkin
`;
}
