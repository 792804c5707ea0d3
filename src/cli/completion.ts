import { type Command, type OptionSpec, UsageError } from './command.ts';
import { oneOf } from './options.ts';
import { stdout } from './output/stdout.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** `rewards completion`: what a shell needs to complete commands and options. `commands` gives all of them, this one included. */
export function completionOf(commands: () => Promise<readonly Command[]>): Command {
  return {
    name: 'completion',
    usage: 'rewards completion',
    operands: '<bash|zsh|fish>',
    summary: 'print what your shell needs to complete commands and options',
    options: {},
    notes: [
      [
        '  bash, in ~/.bashrc:                         source <(rewards completion bash)',
        '  zsh, in ~/.zshrc after compinit:            source <(rewards completion zsh)',
        '  fish, in ~/.config/fish/config.fish:        rewards completion fish | source',
      ].join('\n'),
      'The shell completes the command rewards: run npm install --global, or add node_modules/.bin to PATH.',
    ],
    async run(_options, [shell, ...more]) {
      if (shell === undefined || more.length > 0)
        throw new UsageError(`name one shell: rewards completion ${SHELLS.join(' | ')}`);
      stdout.print(completionScript(oneOf('the shell', shell, SHELLS), await commands()));
    },
  };
}

/** The script for a shell. */
export function completionScript(shell: (typeof SHELLS)[number], commands: readonly Command[]): string {
  if (shell === 'fish') return fishScript(commands);
  return shell === 'bash'
    ? bashScript(commands)
    : `autoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`;
}

function bashScript(commands: readonly Command[]): string {
  const words = new Map<string, Set<string>>();
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ');
    words.set(first, (words.get(first) ?? new Set()).add(second ?? ''));
  }
  const groups = Array.from(words, ([first, rest]) => ({ first, rest: [...rest].filter(Boolean) })).filter(
    ({ rest }) => rest.length > 0,
  );
  return `_rewards() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${[...words.keys(), 'help', '--help', '--version'].join(' ')}'
  else
    case "\${COMP_WORDS[1]}" in
${groups.map(({ first, rest }) => `      ${first}) [ "$COMP_CWORD" -eq 2 ] && words='${rest.join(' ')} --help' ;;`).join('\n')}
      help) [ "$COMP_CWORD" -eq 2 ] && words='${[...words.keys()].join(' ')}' ;;
    esac
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${commands.map(bashCase).join('\n')}
${groups.map(({ first, rest }) => `      'help ${first}') [ "$COMP_CWORD" -eq 3 ] && words='${rest.join(' ')}' ;;`).join('\n')}
    esac
  fi
  # What is no list of words is the name of a file, which may have spaces.
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); else local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _rewards rewards`;
}

function bashCase({ name, operands = '', options }: Command): string {
  const pattern = name.includes(' ') ? `'${name}'` : `'${name} '*`;
  const valued = Object.entries(options).filter(([, { value }]) => value !== undefined);
  const cases = valued.map(([option, spec]) => `          --${option}) words='${valuesOf(spec).join(' ')}' ;;`);
  const names = [...choices(operands), ...[...Object.keys(options), 'help'].map((option) => `--${option}`)].join(' ');
  return `      ${pattern})
        case "$previous" in
${[...cases, `          *) words='${names}' ;;`].join('\n')}
        esac
        ;;`;
}

/** What the option's value may be, where it is one of some. */
const valuesOf = ({ value = '', values = choices(value) }: OptionSpec): readonly string[] => values;

/** The words that stand for a value, where it is one of some. */
function choices(value: string): string[] {
  return value.includes('|') ? value.replace(/[<>]/g, '').split('|') : [];
}

function fishScript(commands: readonly Command[]): string {
  const seconds = Map.groupBy(
    commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')] : [])),
    ([first]) => first,
  );
  const secondsOf = (first: string) => (seconds.get(first) ?? []).map(([, second]) => second).join(' ');
  const lines = commands.flatMap(({ name, summary, options, operands = '' }) => {
    const [first = '', second] = name.split(' ');
    const here = second === undefined ? `__fish_seen_subcommand_from ${first}` : seenBoth(first, second);
    const offered =
      second === undefined
        ? `complete -c rewards -n __fish_use_subcommand -a ${first} -d ${quoted(summary)}`
        : `complete -c rewards -n ${quoted(`__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${secondsOf(first)}`)} -a ${second} -d ${quoted(summary)}`;
    const own = Object.entries(options).map(([option, spec]) => {
      const { value, help } = spec;
      const words = valuesOf(spec);
      const takes = value === undefined ? '' : words.length > 0 ? ` -x -a ${quoted(words.join(' '))}` : ' -r';
      return `complete -c rewards -n ${quoted(here)} -l ${option}${takes} -d ${quoted(help)}`;
    });
    const words = choices(operands);
    const taken = words.length > 0 ? [`complete -c rewards -n ${quoted(here)} -a ${quoted(words.join(' '))}`] : [];
    return [offered, ...taken, ...own];
  });
  const firsts = new Set(commands.map(({ name }) => name.split(' ')[0]));
  const offers = Array.from(seconds.keys(), (group) => `complete -c rewards -n __fish_use_subcommand -a ${group}`);
  return [
    'complete -c rewards -f',
    ...offers,
    ...lines,
    "complete -c rewards -n __fish_use_subcommand -a help -d 'what a command does'",
    `complete -c rewards -n ${quoted(AFTER_HELP)} -a ${quoted([...firsts].join(' '))}`,
    "complete -c rewards -n __fish_use_subcommand -l version -d 'the version'",
    "complete -c rewards -l help -d 'this text'",
  ].join('\n');
}

const AFTER_HELP = '__fish_seen_subcommand_from help; and test (count (commandline -opc)) -eq 2';

const seenBoth = (first: string, second: string) =>
  `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`;

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', ' ')}'`;
