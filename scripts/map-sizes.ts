// `npm run map -- --sizes [folder kind]`: what a kind of record costs in files and lines, and where the whole is tied up or
// long, counted from the repository.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { functionsOf, linesOf } from './layering/long-functions.ts';
import { againstOrder } from './layering/order.ts';
import { sliceCycles } from './layering/slice-cycles.ts';
import { importsOf, readSources, type Sources } from './layering/sources.ts';
import { childrenOf, everyNode, isNode, nameOf, parseSource, type SyntaxNode, stringOf } from './texts/syntax.ts';

const root = join(import.meta.dirname, '..');
const MOST_FUNCTIONS = 10;

export function printSizes([folder = 'src/domains/hardware', kind = 'suppliers']: readonly string[]): void {
  const sources = readSources(root);
  const imports = importsOf(sources);
  const parts = [...filesOf(folder, kind), ...mentionsIn(folder, kind, sources), ...tableOf(kind)];
  const sum = parts.reduce((lines, part) => lines + part.lines, 0);
  print(`${kind} of ${folder}: ${sum} lines in ${parts.length} files`, parts.map(sized));
  const cycles = sliceCycles(imports).map(({ key }) => key);
  print(`${cycles.length} cycles of slices`, cycles);
  const arrows = Map.groupBy(againstOrder(imports), ({ key }) => key);
  const counted = [...arrows].sort().map(([arrow, found]) => `${String(found.length).padStart(5)}  ${arrow}`);
  print(`${arrows.size} arrows against the order of areas, with their imports`, counted);
  print(`The ${MOST_FUNCTIONS} longest functions`, longestFunctions(sources).map(sized));
}

interface Part {
  readonly place: string;
  readonly lines: number;
}

function print(title: string, lines: readonly string[]): void {
  console.log([title, ...lines.map((line) => `  ${line}`), ''].join('\n'));
}

const sized = ({ place, lines }: Part): string => `${String(lines).padStart(5)}  ${place}`;
/** `hardware-types` → `hardware-type`. */
const oneOf = (kind: string): string => kind.replace(/s$/, '');

/** Files of the kind alone: its declaration, pages, tests and texts. */
function filesOf(folder: string, kind: string): Part[] {
  const own = new RegExp(`^(${kind}|${oneOf(kind)}-(list|form|detail)-page)\\.`);
  return globSync(`${folder}/**/*.*`, { cwd: root })
    .filter((file) => own.test(basename(file)))
    .sort()
    .map((place) => ({ place, lines: linesOf(readFileSync(join(root, place), 'utf8')) }));
}

/** Lines of the two doors that are there for the kind: its import, what it is handed to, and the keys that name it. */
function mentionsIn(folder: string, kind: string, sources: Sources): Part[] {
  const name = kind.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const isIt = (node: unknown): boolean => isNode(node) && node.type === 'Identifier' && nameOf(node) === name;
  const isFor = (node: SyntaxNode): boolean => {
    if (node.type === 'ImportDeclaration') return childrenOf(node).some((one) => isIt(one['local']));
    if (node.type === 'CallExpression') return (node['arguments'] as SyntaxNode[]).some(isIt);
    if (node.type === 'ObjectExpression') return childrenOf(node).some((one) => isIt(one['value']));
    return node.type === 'Property' && new RegExp(`(^|/)${kind}\\b`).test(stringOf(node['key']) ?? '');
  };
  return ['server', 'web'].flatMap((side) => {
    const place = `${folder}/${side}/index.ts`;
    const text = sources.get(place);
    if (text === undefined) return [];
    const lines = new Set<number>();
    for (const node of everyNode(parseSource(place, text).program)) {
      if (!isFor(node)) continue;
      const first = linesOf(`${text.slice(0, node.start)}x`);
      const count = linesOf(text.slice(node.start, node['end'] as number));
      for (let at = 0; at < count; at += 1) lines.add(first + at);
    }
    return lines.size === 0 ? [] : [{ place, lines: lines.size }];
  });
}

/** Statements of the migrations that make its table. */
function tableOf(kind: string): Part[] {
  const table = oneOf(kind).replaceAll('-', '_');
  const own = new RegExp(`(create table|alter table|make_record_table\\(|create index \\w+ on) ?'?${table}\\b`);
  return globSync('db/migrations/*.sql', { cwd: root }).flatMap((place) => {
    const statements = readFileSync(join(root, place), 'utf8')
      .replace(/^--.*\n/gm, '')
      .split(/;\s*\n/);
    const lines = statements.filter((one) => own.test(one)).reduce((sum, one) => sum + linesOf(one.trim()), 0);
    return lines === 0 ? [] : [{ place, lines }];
  });
}

function longestFunctions(sources: Sources): Part[] {
  return functionsOf(sources)
    .sort((one, other) => other.lines - one.lines)
    .slice(0, MOST_FUNCTIONS);
}
