import { ANYTHING, constantOf, elementsOf, isFunction, type Scope, scopeOf, wordsOf } from './scopes.ts';
import {
  attributeOf,
  bare,
  childrenOf,
  everyNode,
  isNode,
  nameOf,
  placeOf,
  propertyOf,
  type SourceFile,
  type SyntaxNode,
  stringOf,
} from './syntax.ts';

/** One place of the code that asks for a text. */
export interface TextUse {
  readonly place: string;
  readonly namespace: string;
  /** `*` stands for a part that is known only at run time. */
  readonly key: string;
  /** Names of the arguments given; undefined where they cannot be read from the code. */
  readonly given: readonly string[] | undefined;
}

export interface UsesOfFile {
  readonly uses: readonly TextUse[];
  readonly faults: readonly string[];
}

/** Namespaces of the kit itself; any other that it asks is its caller's. */
const TEXTS_OF_KIT = new Set(['ui', 'rich-text', 'files', 'date']);
const OPTIONS = new Set(['ns', 'defaultValue', 'lng']);

/**
 * Every text that a file asks for. `slice` is the namespace that the kit's conventions name texts in (`field.<column>`,
 * `view.<key>`) where the file says no other; in `isKit` files the namespace is the caller's, so unknown keys are allowed.
 */
export function usesOf(file: SourceFile, slice: string, isKit = false): UsesOfFile {
  return new TextReader(file, slice, isKit).read();
}

class TextReader {
  readonly #uses: TextUse[] = [];
  readonly #faults: string[] = [];
  readonly #file: SourceFile;
  readonly #isKit: boolean;
  readonly #own: string;
  readonly #fieldsOfKit: ReadonlySet<string>;

  constructor(file: SourceFile, slice: string, isKit: boolean) {
    this.#file = file;
    this.#isKit = isKit;
    this.#own = namespaceOfFile(file) ?? slice;
    this.#fieldsOfKit = new Set(
      ['#ui/', '#system/'].flatMap((from) => [...importedFrom(file, from)].filter((name) => name.endsWith('Field'))),
    );
  }

  read(): UsesOfFile {
    this.#visit(this.#file.program, new Map(), ANYTHING);
    return { uses: this.#uses, faults: this.#faults };
  }

  /** `rows`: the list whose rows the fields below stand in. */
  #visit(node: SyntaxNode, scope: Scope, rows: string, elements?: Scope): void {
    const inner = isFunction(node) || node.type === 'Program' ? scopeOf(node, scope, this.#own, elements) : scope;
    if (node.type === 'CallExpression') this.#readCall(node, inner);
    else if (node.type === 'JSXOpeningElement') this.#readElement(node, rows);
    else if (node.type === 'ObjectExpression') this.#readFilters(node, inner);
    const rowsBelow = this.#rowsOf(node, rows);
    for (const child of childrenOf(node)) {
      const isOwn = child.type === 'JSXOpeningElement';
      this.#visit(child, inner, isOwn ? rows : rowsBelow, elementsOf(child, node, inner));
    }
  }

  #readCall(node: SyntaxNode, scope: Scope): void {
    const callee = node['callee'] as SyntaxNode;
    const parameters = node['arguments'] as SyntaxNode[];
    const [first, second] = parameters;
    if (!first) return;
    if (callee.type === 'Identifier') {
      const name = callee['name'] as string;
      const meaning = scope.get(name);
      if (meaning?.kind === 'translator') this.#readTranslation(first, second, meaning.namespaces, scope);
      if (name === 'statusTags') this.#readTags(node, first, second, scope);
      if ((name === 'useRecordList' || name === 'recordsPage') && second) this.#readViews(second, scope);
      if (name === 'orderColumn') this.#say(node, this.#own, 'field.order');
      return;
    }
    if (callee.type !== 'MemberExpression') return;
    const object = callee['object'] as SyntaxNode;
    const method = nameOf(callee['property']);
    if (nameOf(object) === 'i18n' && method === 't') this.#readTranslation(first, second, [this.#own], scope);
    const maker = object.type === 'Identifier' ? scope.get(object['name'] as string) : undefined;
    if (maker?.kind === 'constant' && isCallOf(maker.value, 'columnsFor')) {
      const key = stringOf(first);
      const options = parameters.at(-1);
      const hasTitle = options && bare(options).type === 'ObjectExpression' && propertyOf(bare(options), 'title');
      if (key !== undefined && !hasTitle) this.#say(node, this.#own, `field.${key}`);
    }
  }

  #readTranslation(
    first: SyntaxNode,
    second: SyntaxNode | undefined,
    namespaces: readonly string[] | undefined,
    scope: Scope,
  ): void {
    const options = second && bare(second).type === 'ObjectExpression' ? bare(second) : undefined;
    const ns = options && propertyOf(options, 'ns');
    const where = ns ? (stringOf(ns) === undefined ? undefined : [stringOf(ns) as string]) : namespaces;
    const keys = wordsOf(first, scope);
    if (where === undefined || (this.#isKit && !where.some((one) => TEXTS_OF_KIT.has(one)))) return;
    if (keys === undefined || keys.includes(ANYTHING)) {
      this.#faults.push(
        `${placeOf(this.#file, first)}: the key cannot be read here; write t('a.key'), t(\`begin.\${value}\`) or a table beside it`,
      );
      return;
    }
    const given = second === undefined ? [] : options && argumentNames(options);
    for (const key of keys) {
      const [prefix, rest] = key.includes(':') ? key.split(':') : [where[0], key];
      this.#say(first, prefix ?? this.#own, rest ?? key, given);
    }
  }

  #readTags(node: SyntaxNode, first: SyntaxNode, second: SyntaxNode | undefined, scope: Scope): void {
    const [namespace, path] = (stringOf(first) ?? '').split(':');
    if (!namespace || !path) return;
    const table = second && constantOf(second, scope);
    const codes =
      table?.type === 'ObjectExpression'
        ? (table['properties'] as SyntaxNode[]).map((one) => String(nameOf(one['key']) ?? keyNumber(one) ?? ANYTHING))
        : [ANYTHING];
    for (const code of codes) this.#say(node, namespace, `${path}.${code}`);
  }

  #readViews(options: SyntaxNode, scope: Scope): void {
    const object = bare(options);
    if (object.type !== 'ObjectExpression') return;
    const views = propertyOf(object, 'views');
    const list = views && constantOf(views, scope);
    if (list?.type !== 'ArrayExpression') return;
    for (const view of list['elements'] as SyntaxNode[]) {
      const key = view.type === 'ObjectExpression' ? stringOf(propertyOf(view, 'key')) : undefined;
      if (key !== undefined) this.#say(view, this.#own, `view.${key}`);
    }
  }

  /** A field of the kit is named by `field.<name>` unless it has a label. */
  #readElement(node: SyntaxNode, rows: string): void {
    if (!this.#fieldsOfKit.has(nameOf(node['name']) ?? '') || attributeOf(node, 'label')) return;
    const key = fieldOf(node, rows);
    if (key !== undefined) this.#say(node, this.#own, `field.${key}`);
  }

  #rowsOf(node: SyntaxNode, around: string): string {
    const opening = node.type === 'JSXElement' ? (node['openingElement'] as SyntaxNode) : undefined;
    if (opening === undefined || nameOf(opening['name']) !== 'RowsField') return around;
    return fieldOf(opening, around) ?? around;
  }

  /** `{ search: searchFilter(), status: choiceFilter(tags) }`: each filter is named after its property. */
  #readFilters(node: SyntaxNode, scope: Scope): void {
    for (const property of node['properties'] as SyntaxNode[]) {
      const name = property.type === 'Property' ? nameOf(property['key']) : undefined;
      const value = property.type === 'Property' ? bare(property['value'] as SyntaxNode) : undefined;
      if (name !== undefined && value) this.#readFilter(name, value, scope);
    }
  }

  #readFilter(name: string, value: SyntaxNode, scope: Scope): void {
    if (value.type === 'ObjectExpression') {
      const isFilter = /^(text|choice)$/.test(stringOf(propertyOf(value, 'kind')) ?? '');
      if (isFilter && !propertyOf(value, 'label')) this.#say(value, this.#own, `field.${name}`);
      return;
    }
    const maker = value.type === 'CallExpression' ? (nameOf(value['callee']) ?? '') : '';
    if (maker === 'searchFilter') this.#say(value, this.#own, 'list.search');
    if (!/^(text|choice|dateRange|record)Filter$/.test(maker)) return;
    const parameters = (value['arguments'] as SyntaxNode[]).map(bare);
    const options = parameters.at(-1);
    if (options?.type !== 'ObjectExpression' || !propertyOf(options, 'label'))
      this.#say(value, this.#own, `field.${name}`);
    // Tags name their codes themselves; plain codes are `<name>.<code>`.
    const codes = maker === 'choiceFilter' && parameters[0] ? constantOf(parameters[0], scope) : undefined;
    if (codes?.type !== 'ArrayExpression') return;
    for (const code of codes['elements'] as SyntaxNode[])
      this.#say(code, this.#own, `${name}.${String(bare(code)['value'] ?? ANYTHING)}`);
  }

  #say(node: SyntaxNode, namespace: string, key: string, given?: readonly string[]): void {
    this.#uses.push({ place: placeOf(this.#file, node), namespace, key, given });
  }
}

/** The path of a field without the places of rows; `${at}.amount` stands in a row of the list around. */
function fieldOf(element: SyntaxNode, rows: string): string | undefined {
  const name = attributeOf(element, 'name');
  if (name === true || name === undefined) return undefined;
  const written = stringOf(name);
  if (written !== undefined) return written.replaceAll(/\.\d+(?=\.|$)/g, '');
  const { type, quasis } = bare(name) as unknown as { type: string; quasis: { value: { cooked: string } }[] };
  const [before, after] = type === 'TemplateLiteral' ? quasis.map((one) => one.value.cooked) : [];
  return before === '' && after?.startsWith('.') ? `${rows}${after}` : undefined;
}

function isCallOf(node: SyntaxNode, name: string): boolean {
  return node.type === 'CallExpression' && nameOf(node['callee']) === name;
}

function argumentNames(options: SyntaxNode): string[] | undefined {
  const properties = options['properties'] as SyntaxNode[];
  if (properties.some((one) => one.type !== 'Property')) return undefined;
  return properties.map((one) => nameOf(one['key']) ?? '').filter((name) => !OPTIONS.has(name));
}

function keyNumber(property: SyntaxNode): unknown {
  return isNode(property['key']) ? property['key']['value'] : undefined;
}

/** Texts of the kit and of all kinds of record. */
const SHARED_TEXTS: ReadonlySet<string> = new Set(['ui', 'records']);

/**
 * The namespace that a file names for the kit: `namespace: 'orders'` or `namespace="orders"`; else the one whose texts it asks for
 * first, such as a form that is drawn for a kind of record.
 */
function namespaceOfFile(file: SourceFile): string | undefined {
  let asked: string | undefined;
  for (const node of everyNode(file.program)) {
    if (node.type === 'CallExpression' && nameOf(node['callee']) === 'useTranslation') {
      const [first] = node['arguments'] as SyntaxNode[];
      const name = first && stringOf(first);
      if (name !== undefined && !SHARED_TEXTS.has(name)) asked ??= name;
    } else if (node.type === 'JSXOpeningElement') {
      const value = attributeOf(node, 'namespace');
      const name = value === true ? undefined : stringOf(value);
      if (name !== undefined) return name;
    } else if (node.type === 'Property' && nameOf(node['key']) === 'namespace') {
      const name = stringOf(node['value']);
      if (name !== undefined) return name;
    }
  }
  return asked;
}

function importedFrom(file: SourceFile, start: string): Set<string> {
  const names = new Set<string>();
  for (const node of file.program['body'] as SyntaxNode[]) {
    if (node.type !== 'ImportDeclaration' || !stringOf(node['source'])?.startsWith(start)) continue;
    for (const one of node['specifiers'] as SyntaxNode[]) names.add(nameOf(one['local']) ?? '');
  }
  return names;
}
