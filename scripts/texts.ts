// Part of `npm run check`: every text that the console asks for exists in both languages with the arguments it is given, every
// text that exists is asked for, no component carries words of its own (ux-guide 11), and none has a browser's tooltip.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { literalTexts } from './texts/literal-texts.ts';
import { nativeTitles } from './texts/native-titles.ts';
import { everyNode, parseSource, type SourceFile, type SyntaxNode } from './texts/syntax.ts';
import { argumentsOf, comparePacks, flatten, latinMarks, type Pack, type Texts } from './texts/text-packs.ts';
import { type TextUse, usesOf } from './texts/text-uses.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const faults: string[] = [];
/**
 * Imported as modules, so that the compiler knows their keys: what is shown before the translation library is there. Each
 * with whose code reads it.
 */
const TYPED = new Map([
  ['sign-in', ['sign-in', 'ui', 'passwords']],
  ['passwords', ['passwords', 'sign-in', 'mobile']],
  ['third-login', ['third-login']],
  ['invitation-page', ['invitations']],
  ['choices-page', ['push']],
  ['mobile', ['mobile']],
  ['on-the-way', ['mobile', 'refill-runs']],
]);

const packs = new Map<string, Texts>();
/** Packs with a name of their own in a slice, such as those of kinds of record: by it, the slice. */
const kindPacks = new Map<string, string>();
for (const path of globSync('src/**/locales/*en-US.json', { cwd: root })) {
  const texts = (file: string): Texts => flatten(JSON.parse(read(file)) as Pack);
  const english = texts(path);
  const chinese = texts(path.replace('en-US', 'zh-CN'));
  for (const fault of [...comparePacks(english, chinese), ...latinMarks(chinese)]) faults.push(`${path}: ${fault}`);
  // those of problems, of mails, of printed documents and of what the server names (`…-words`) are the server's
  if (/^(problems|messages|paper)\.|-words\./.test(basename(path))) continue;
  packs.set(namespaceOf(path), english);
  if (basename(path) !== 'en-US.json') kindPacks.set(namespaceOf(path), sliceOf(path));
}

const files = globSync('src/{domains,system,platform}/*/web/**/*.{ts,tsx}', { cwd: root })
  .concat(globSync('src/{ui,apps/console}/**/*.{ts,tsx}', { cwd: root }))
  .filter((path) => !/\.test\.tsx?$/.test(path));
const uses: TextUse[] = [];
const wordsOfSlice = new Map<string, Set<string>>();
const wordsOfAll = new Set<string>();
for (const path of files) {
  const file = parseSource(path, read(path));
  const found = usesOf(file, sliceOf(path), path.startsWith('src/ui/'));
  uses.push(...found.uses);
  faults.push(...found.faults, ...literalTexts(file), ...nativeTitles(file));
  gatherWords(file);
}
for (const path of globSync('src/{domains,system,platform}/*/{contract,rules}/*.ts', { cwd: root }))
  gatherWords(parseSource(path, read(path)));

// The kit names the fields of advanced queries by the slice's `field.<key>`.
for (const path of globSync('src/{domains,system}/*/contract/*-super-fields.ts', { cwd: root })) {
  for (const [, key] of read(path).matchAll(/^ {2}(\w+): \{ kind: /gm))
    uses.push({ place: path, namespace: sliceOf(path), key: `field.${key}`, given: [] });
}

const asked = new Map<string, Set<string>>();
for (const use of uses) checkUse(use);
for (const [namespace, texts] of packs) {
  for (const key of texts.keys())
    if (!asked.get(namespace)?.has(key) && !isNamedOtherwise(namespace, key))
      faults.push(`texts of ${namespace}: nothing asks for ${key}`);
}
checkProblems();

if (faults.length > 0) {
  console.error([...new Set(faults)].sort().join('\n'));
  process.exitCode = 1;
}

/** The folder around `locales`, or the file's own first word, as i18n.ts has it; the network's texts lie one deeper. */
function namespaceOf(path: string): string {
  const kind = basename(path, '.json').replace(/\.?en-US$/, '');
  if (kind !== '') return kind;
  const folder = dirname(dirname(path));
  return basename(basename(folder) === 'web' ? dirname(folder) : folder);
}

function sliceOf(path: string): string {
  if (path.startsWith('src/apps/console/mobile/')) return 'mobile';
  const [, area = '', slice = ''] = path.split('/');
  return area === 'ui' ? 'ui' : slice;
}

function checkUse({ place, namespace, key, given }: TextUse): void {
  const texts = packs.get(namespace);
  if (!texts) return void faults.push(`${place}: there are no texts of ${namespace}`);
  const pattern = new RegExp(
    `^${key
      .split('*')
      .map((part) => RegExp.escape(part))
      .join('.+')}$`,
  );
  const known = [...texts.keys()].filter((one) => pattern.test(one));
  if (known.length === 0) faults.push(`${place}: no text ${key} in ${namespace}`);
  const marks = asked.get(namespace) ?? new Set();
  asked.set(namespace, marks);
  for (const one of known) {
    marks.add(one);
    if (!given || key.includes('*')) continue;
    for (const name of argumentsOf(texts.get(one) ?? '', 'en-US'))
      if (!given.includes(name)) faults.push(`${place}: ${one} takes {${name}}, which is not given`);
  }
}

/** Words and field names in the code of a slice, for the texts that are found by them. */
function gatherWords(file: SourceFile): void {
  const slice = sliceOf(file.path);
  const words = wordsOfSlice.get(slice) ?? new Set();
  wordsOfSlice.set(slice, words);
  for (const node of everyNode(file.program)) {
    if (node.type === 'Literal' && typeof node['value'] === 'string') {
      words.add(node['value']);
      wordsOfAll.add(node['value']);
    }
    if (node.type === 'TemplateLiteral') words.add(`${beginOf(node)}*`);
    if (node.type === 'MemberExpression' || node.type === 'Property') {
      const name = (node[node.type === 'Property' ? 'key' : 'property'] as { name?: string }).name;
      if (name) words.add(`.${name}`);
    }
  }
}

function isBegin(word: string, key: string): boolean {
  return word.length > 1 && word.endsWith('*') && key.startsWith(word.slice(0, -1));
}

function beginOf(template: SyntaxNode): string {
  return (template['quasis'] as { value: { cooked: string } }[])[0]?.value.cooked ?? '';
}

/** Faults of a form (`issue.<key>`) are named by the schema; typed packs, imported as modules, by their fields. */
function isNamedOtherwise(namespace: string, key: string): boolean {
  const last = key.split('.').at(-1) ?? key;
  // The error catalogue consists of all slices.
  const readers = TYPED.get(namespace) ?? [kindPacks.get(namespace) ?? namespace];
  const words =
    namespace === 'http' ? wordsOfAll : new Set(readers.flatMap((slice) => [...(wordsOfSlice.get(slice) ?? [])]));
  if (key.startsWith('issue.')) {
    const fault = key.slice('issue.'.length);
    return [last, fault, `fault.${fault}`].some((word) => words.has(word));
  }
  // Asked for by what is made of a kind's declaration; its behaviour test looks whether they are there.
  if (kindPacks.has(namespace) && /^(kind\.|field\.|list\.search$)/.test(key)) return true;
  // What a file of it is called (`name` of platform/exports/server/define-export.ts).
  if (key === 'kind.file') return true;
  if (namespace === 'records' && key.startsWith('permission.')) return true;
  // Named by the kind of notice, whose two texts a test asks for (system/notices).
  if (key.startsWith('notice.')) return words.has(`${namespace}.${key.split('.')[1]}`);
  if (!TYPED.has(namespace) && namespace !== 'http') return false;
  return words.has(`.${last}`) || words.has(last) || [...words].some((word) => isBegin(word, last));
}

/** Each text of a problem belongs to a problem that some contract declares; the other way round the server checks at start. */
function checkProblems(): void {
  const codes = new Set<string>();
  for (const path of globSync('src/{domains,system,platform}/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/web\//.test(path)) continue;
    for (const match of read(path).matchAll(/'([a-z][\w-]*(?:\.[\w-]+)+)'/g)) codes.add(match[1] ?? '');
  }
  for (const path of globSync('src/**/locales/problems.en-US.json', { cwd: root }))
    for (const code of flatten(JSON.parse(read(path)) as Pack).keys())
      if (!codes.has(code)) faults.push(`${path}: nothing raises ${code}`);
}
