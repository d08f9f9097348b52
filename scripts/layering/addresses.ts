import { BACKEND_BASE, SYSTEM_BASE } from '#platform/http/contract/bases.ts';
import {
  everyNode,
  nameOf,
  parseSource,
  placeOf,
  type SourceFile,
  type SyntaxNode,
  stringOf,
} from '../texts/syntax.ts';
import { type Finding, isOfTests, type Sources, targetOf } from './sources.ts';

interface Writing {
  readonly address: string;
  /** `file:line`. */
  readonly place: string;
}

/** Texts that have a name, by file. */
type Constants = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Addresses of calls that are written a second time, or by a slice that does not declare them: from then on a change of one
 * would leave the other behind. The simulator is a stranger, who knows the product by its documents alone.
 */
export function addressesTwice(sources: Sources, paths: readonly string[]): Finding[] {
  const known = new Set(paths.map(plain));
  const files = [...sources]
    .filter(([path, text]) => !isOfTests(path) && !path.startsWith('src/apps/simulator/') && /['"`}]\/\w/.test(text))
    .map(([path, text]) => parseSource(path, text));
  const constants: Constants = new Map(files.map((file) => [file.path, constantsOf(file)]));
  const writings = files.flatMap((file) => {
    const names = new Map([...importedBy(file, constants), ...(constants.get(file.path) ?? [])]);
    return textsOf(file, names).filter(({ address }) => known.has(address));
  });
  return [...Map.groupBy(writings, ({ address }) => address)].flatMap(([address, found]) => {
    const home = found.find(({ place }) => place.includes('/contract/')) ?? found.find(({ place }) => isServers(place));
    const again = found.filter((one) => one !== home).map(({ place }) => place);
    const where = home ? `is written in ${home.place} and again` : 'is written';
    return again.length === 0
      ? []
      : [{ key: address, say: `${address} ${where} in ${again.join(', ')}: import it from the contract` }];
  });
}

/** Routes that are no endpoints, such as documents, are declared where they are served. */
const isServers = (place: string): boolean => /\/server\//.test(place);

/** Without base, query and the names of its parameters: `/api/sys/user/:id` → `/sys/user/:`. */
function plain(path: string): string {
  let rest = path.replace(/\?.*$/s, '').replace(/:\w+/g, ':');
  for (const base of [SYSTEM_BASE, BACKEND_BASE]) if (rest.startsWith(`${base}/`)) rest = rest.slice(base.length);
  return rest;
}

/** `const BASE = '/…'`, by its name. */
function constantsOf(file: SourceFile): Map<string, string> {
  const found = new Map<string, string>();
  for (const node of everyNode(file.program)) {
    const name = node.type === 'VariableDeclarator' ? nameOf(node['id']) : undefined;
    const value = name === undefined ? undefined : stringOf(node['init']);
    if (name !== undefined && value?.startsWith('/')) found.set(name, value);
  }
  return found;
}

/** Those of other files, by the name that they have here. */
function importedBy(file: SourceFile, constants: Constants): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of (file.program['body'] as SyntaxNode[]).filter(({ type }) => type === 'ImportDeclaration')) {
    const theirs = constants.get(targetOf(file.path, stringOf(statement['source']) ?? '') ?? '');
    for (const specifier of statement['specifiers'] as SyntaxNode[]) {
      const value = theirs?.get(nameOf(specifier['imported']) ?? '');
      if (value !== undefined) found.set(nameOf(specifier['local']) ?? '', value);
    }
  }
  return found;
}

function textsOf(file: SourceFile, constants: ReadonlyMap<string, string>): Writing[] {
  return [...everyNode(file.program)].flatMap((node) => {
    const text = node.type === 'TemplateLiteral' ? templateOf(node, constants) : node['value'];
    if (typeof text !== 'string') return [];
    // what comes before an address, such as a server's name, is a value of the moment
    return [{ address: plain(text.replace(/^:(?=\/)/, '')), place: placeOf(file, node) }];
  });
}

/** A template with its constants filled in; whatever else it says is a parameter, `:`. */
function templateOf(node: SyntaxNode, constants: ReadonlyMap<string, string>): string {
  const values = (node['expressions'] as SyntaxNode[]).map((one) => constants.get(nameOf(one) ?? '') ?? ':');
  const texts = (node['quasis'] as SyntaxNode[]).map(({ value }) => (value as { cooked: string }).cooked);
  return texts.map((text, at) => text + (values[at] ?? '')).join('');
}
