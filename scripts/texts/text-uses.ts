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

/** What a name stands for at one place: a translator of some namespaces, a constant, an element of one, or unknown. */
type Meaning =
  | { readonly kind: 'translator'; readonly namespaces: readonly string[] | undefined }
  | { readonly kind: 'constant'; readonly value: SyntaxNode }
  | { readonly kind: 'element'; readonly of: SyntaxNode; readonly field?: string }
  | { readonly kind: 'unknown' };
type Scope = ReadonlyMap<string, Meaning>;

const TRANSLATOR_HOOKS = new Set(['useTranslation', 'useLoadedTexts']);
const EACH = new Set(['map', 'flatMap', 'forEach', 'filter', 'find', 'some', 'every']);
const OPTIONS = new Set(['ns', 'defaultValue', 'lng']);
const ANYTHING = '*';

/**
 * Every text that a file asks for. `slice` is the namespace that the kit's conventions name texts in (`field.<column>`,
 * `view.<key>`) where the file says no other; in `isKit` files the namespace is the caller's, so unknown keys are allowed.
 */
export function usesOf(file: SourceFile, slice: string, isKit = false): UsesOfFile {
  const uses: TextUse[] = [];
  const faults: string[] = [];
  const own = namespaceOfFile(file) ?? slice;
  const say = (node: SyntaxNode, namespace: string, key: string, given?: readonly string[]): void =>
    void uses.push({ place: placeOf(file, node), namespace, key, given });

  const visit = (node: SyntaxNode, scope: Scope, elements?: Scope): void => {
    const inner = isFunction(node) || node.type === 'Program' ? scopeOf(node, scope, slice, elements) : scope;
    if (node.type === 'CallExpression') readCall(node, inner);
    else if (node.type === 'JSXOpeningElement') readElement(node);
    else if (node.type === 'ObjectExpression') readFilters(node, inner);
    for (const child of childrenOf(node)) visit(child, inner, elementsOf(child, node, inner));
  };

  const readCall = (node: SyntaxNode, scope: Scope): void => {
    const callee = node['callee'] as SyntaxNode;
    const parameters = node['arguments'] as SyntaxNode[];
    const [first, second] = parameters;
    if (!first) return;
    if (callee.type === 'Identifier') {
      const name = callee['name'] as string;
      const meaning = scope.get(name);
      if (meaning?.kind === 'translator') readTranslation(first, second, meaning.namespaces, scope);
      if (name === 'statusTags') readTags(node, first, second, scope);
      if (name === 'useRecordList' && second) readViews(second, scope);
      return;
    }
    if (callee.type !== 'MemberExpression') return;
    const object = callee['object'] as SyntaxNode;
    const method = nameOf(callee['property']);
    if (nameOf(object) === 'i18n' && method === 't') readTranslation(first, second, [own], scope);
    const maker = object.type === 'Identifier' ? scope.get(object['name'] as string) : undefined;
    if (maker?.kind === 'constant' && isCallOf(maker.value, 'columnsFor')) {
      const key = stringOf(first);
      const options = parameters.at(-1);
      const hasTitle = options && bare(options).type === 'ObjectExpression' && propertyOf(bare(options), 'title');
      if (key !== undefined && !hasTitle) say(node, own, `field.${key}`);
    }
  };

  const readTranslation = (
    first: SyntaxNode,
    second: SyntaxNode | undefined,
    namespaces: readonly string[] | undefined,
    scope: Scope,
  ): void => {
    const options = second && bare(second).type === 'ObjectExpression' ? bare(second) : undefined;
    const ns = options && propertyOf(options, 'ns');
    const where = ns ? (stringOf(ns) === undefined ? undefined : [stringOf(ns) as string]) : namespaces;
    const keys = wordsOf(first, scope);
    if (where === undefined || (isKit && !where.includes('ui'))) return;
    if (keys === undefined || keys.includes(ANYTHING)) {
      faults.push(
        `${placeOf(file, first)}: the key cannot be read here; write t('a.key'), t(\`begin.\${value}\`) or a table beside it`,
      );
      return;
    }
    const given = second === undefined ? [] : options && argumentNames(options);
    for (const key of keys) {
      const [prefix, rest] = key.includes(':') ? key.split(':') : [where[0], key];
      say(first, prefix ?? own, rest ?? key, given);
    }
  };

  const readTags = (node: SyntaxNode, first: SyntaxNode, second: SyntaxNode | undefined, scope: Scope): void => {
    const [namespace, path] = (stringOf(first) ?? '').split(':');
    if (!namespace || !path) return;
    const table = second && constantOf(second, scope);
    const codes =
      table?.type === 'ObjectExpression'
        ? (table['properties'] as SyntaxNode[]).map((one) => String(nameOf(one['key']) ?? keyNumber(one) ?? ANYTHING))
        : [ANYTHING];
    for (const code of codes) say(node, namespace, `${path}.${code}`);
  };

  const readViews = (options: SyntaxNode, scope: Scope): void => {
    const object = bare(options);
    if (object.type !== 'ObjectExpression') return;
    const views = propertyOf(object, 'views');
    const list = views && constantOf(views, scope);
    if (list?.type !== 'ArrayExpression') return;
    for (const view of list['elements'] as SyntaxNode[]) {
      const key = view.type === 'ObjectExpression' ? stringOf(propertyOf(view, 'key')) : undefined;
      if (key !== undefined) say(view, own, `view.${key}`);
    }
  };

  /** A field of the kit is named by `field.<name>` unless it has a label. */
  const readElement = (node: SyntaxNode): void => {
    const tag = nameOf(node['name']) ?? '';
    if (!fieldsOfKit.has(tag) || attributeOf(node, 'label')) return;
    const name = attributeOf(node, 'name');
    const key = name === true ? undefined : stringOf(name);
    if (key !== undefined) say(node, own, `field.${key}`);
  };

  /** `{ search: searchFilter(), status: choiceFilter(tags) }`: each filter is named after its property. */
  const readFilters = (node: SyntaxNode, scope: Scope): void => {
    for (const property of node['properties'] as SyntaxNode[]) {
      const name = property.type === 'Property' ? nameOf(property['key']) : undefined;
      const value = property.type === 'Property' ? bare(property['value'] as SyntaxNode) : undefined;
      if (name !== undefined && value) readFilter(name, value, scope);
    }
  };

  const readFilter = (name: string, value: SyntaxNode, scope: Scope): void => {
    if (value.type === 'ObjectExpression') {
      const isFilter = /^(text|choice)$/.test(stringOf(propertyOf(value, 'kind')) ?? '');
      if (isFilter && !propertyOf(value, 'label')) say(value, own, `field.${name}`);
      return;
    }
    const maker = value.type === 'CallExpression' ? (nameOf(value['callee']) ?? '') : '';
    if (maker === 'searchFilter') say(value, own, 'list.search');
    if (!/^(text|choice|dateRange|record)Filter$/.test(maker)) return;
    const parameters = (value['arguments'] as SyntaxNode[]).map(bare);
    const options = parameters.at(-1);
    if (options?.type !== 'ObjectExpression' || !propertyOf(options, 'label')) say(value, own, `field.${name}`);
    // Tags name their codes themselves; plain codes are `<name>.<code>`.
    const codes = maker === 'choiceFilter' && parameters[0] ? constantOf(parameters[0], scope) : undefined;
    if (codes?.type !== 'ArrayExpression') return;
    for (const code of codes['elements'] as SyntaxNode[])
      say(code, own, `${name}.${String(bare(code)['value'] ?? ANYTHING)}`);
  };

  const fieldsOfKit = importedFrom(file, '#ui/fields/');
  visit(file.program, new Map());
  return { uses, faults };
}

function isFunction(node: SyntaxNode): boolean {
  return /^(ArrowFunctionExpression|FunctionDeclaration|FunctionExpression)$/.test(node.type);
}

/** The names that a function (or the file) declares, over those around it. */
function scopeOf(node: SyntaxNode, around: Scope, slice: string, elements: Scope = new Map()): Scope {
  const scope = new Map(around);
  for (const parameter of (node['params'] as SyntaxNode[] | undefined) ?? []) {
    const typeText = JSON.stringify(parameter['typeAnnotation'] ?? '');
    for (const name of boundNames(parameter)) {
      const isTranslator = name === 't' || typeText.includes('TFunction');
      const parameterMeaning: Meaning = isTranslator
        ? { kind: 'translator', namespaces: [slice] }
        : { kind: 'unknown' };
      scope.set(name, elements.get(name) ?? parameterMeaning);
    }
  }
  const collect = (below: SyntaxNode): void => {
    for (const child of childrenOf(below)) {
      if (child.type === 'VariableDeclarator') declare(child, scope);
      if (!isFunction(child)) collect(child);
    }
  };
  collect(node);
  return scope;
}

function declare(declarator: SyntaxNode, scope: Map<string, Meaning>): void {
  const target = declarator['id'] as SyntaxNode;
  const value = isNode(declarator['init']) ? bare(declarator['init']) : undefined;
  const hook = value?.type === 'CallExpression' ? nameOf(value['callee']) : undefined;
  const isFixed =
    value?.type === 'CallExpression' &&
    (value['callee'] as SyntaxNode).type === 'MemberExpression' &&
    nameOf((value['callee'] as SyntaxNode)['property']) === 'getFixedT';
  if (value && (isFixed || (hook !== undefined && TRANSLATOR_HOOKS.has(hook)))) {
    const namespaces = namespacesOf((value['arguments'] as SyntaxNode[])[isFixed ? 1 : 0]);
    if (target.type === 'Identifier') scope.set(target['name'] as string, { kind: 'translator', namespaces });
    for (const property of (target['properties'] as SyntaxNode[] | undefined) ?? []) {
      const name = isNode(property['value']) ? nameOf(property['value']) : undefined;
      if (name !== undefined && nameOf(property['key']) === 't') scope.set(name, { kind: 'translator', namespaces });
    }
    return;
  }
  if (target.type === 'Identifier')
    scope.set(target['name'] as string, value ? { kind: 'constant', value } : { kind: 'unknown' });
}

/** `TABLE.map((row) => …)`: inside, `row` is an element of the table; `{ label }` is a field of one. */
function elementsOf(child: SyntaxNode, parent: SyntaxNode, scope: Scope): Scope | undefined {
  if (!isFunction(child) || parent.type !== 'CallExpression') return undefined;
  const callee = parent['callee'] as SyntaxNode;
  if (callee.type !== 'MemberExpression' || !EACH.has(nameOf(callee['property']) ?? '')) return undefined;
  const list = constantOf(callee['object'] as SyntaxNode, scope);
  const parameter = (child['params'] as SyntaxNode[])[0];
  if (!parameter || list?.type !== 'ArrayExpression') return undefined;
  const elements = new Map<string, Meaning>();
  if (parameter.type === 'Identifier') elements.set(parameter['name'] as string, { kind: 'element', of: list });
  for (const property of (parameter['properties'] as SyntaxNode[] | undefined) ?? []) {
    const [name, field] = [nameOf(property['value']), nameOf(property['key'])];
    if (name !== undefined && field !== undefined) elements.set(name, { kind: 'element', of: list, field });
  }
  return elements;
}

/** The words that an expression can be, with `*` for what is known only at run time; undefined where nothing is known. */
function wordsOf(expression: SyntaxNode, scope: Scope, depth = 0): string[] | undefined {
  const node = bare(expression);
  if (depth > 8) return undefined;
  const of = (value: unknown): string[] | undefined => (isNode(value) ? wordsOf(value, scope, depth + 1) : undefined);
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' || typeof node['value'] === 'number' ? [String(node['value'])] : [];
    case 'TemplateLiteral': {
      const parts = (node['quasis'] as { value: { cooked: string } }[]).map((one) => one.value.cooked);
      return (node['expressions'] as SyntaxNode[]).reduce(
        (words, one, at) => {
          const middles = of(one) ?? [ANYTHING];
          return words.flatMap((word) => middles.map((middle) => word + middle + (parts[at + 1] ?? '')));
        },
        [parts[0] ?? ''],
      );
    }
    case 'BinaryExpression': {
      const [left, right] = [of(node['left']) ?? [ANYTHING], of(node['right']) ?? [ANYTHING]];
      return node['operator'] === '+' ? left.flatMap((one) => right.map((other) => one + other)) : undefined;
    }
    case 'ConditionalExpression':
      return both(of(node['consequent']), of(node['alternate']));
    case 'LogicalExpression':
      return node['operator'] === '&&' ? of(node['right']) : both(of(node['left']), of(node['right']));
    case 'Identifier': {
      const meaning = scope.get(node['name'] as string);
      if (meaning?.kind === 'constant') return of(meaning.value);
      if (meaning?.kind === 'element') return valuesIn(meaning.of, meaning.field, scope, depth);
      return undefined;
    }
    case 'MemberExpression':
      return wordsOfMember(node, scope, depth);
    default:
      return undefined;
  }
}

function wordsOfMember(node: SyntaxNode, scope: Scope, depth: number): string[] | undefined {
  const root = node['object'] as SyntaxNode;
  const field = node['computed'] ? undefined : nameOf(node['property']);
  const meaning = root.type === 'Identifier' ? scope.get(root['name'] as string) : undefined;
  if (meaning?.kind === 'element') return valuesIn(meaning.of, field, scope, depth);
  const table = constantOf(root, scope);
  if (!table || !/^(Array|Object)Expression$/.test(table.type)) return undefined;
  return valuesIn(table, field, scope, depth);
}

/** Words directly in a table (`{ a: 'x' }[name]`), or at one field of its rows (`row.label`). */
function valuesIn(table: SyntaxNode, field: string | undefined, scope: Scope, depth: number): string[] | undefined {
  const rows =
    table.type === 'ArrayExpression'
      ? (table['elements'] as SyntaxNode[])
      : (table['properties'] as SyntaxNode[]).flatMap((one) =>
          one.type === 'Property' && (field === undefined || nameOf(one['key']) === field || isObject(one['value']))
            ? [one['value'] as SyntaxNode]
            : [],
        );
  const words = rows.filter(isNode).flatMap((row) => {
    const value = bare(row);
    if (value.type === 'ObjectExpression') {
      const found = field === undefined ? undefined : propertyOf(value, field);
      return found ? (wordsOf(found, scope, depth + 1) ?? []) : [];
    }
    return wordsOf(value, scope, depth + 1) ?? [];
  });
  return words.length > 0 ? words : undefined;
}

function isObject(value: unknown): boolean {
  return isNode(value) && bare(value).type === 'ObjectExpression';
}

function both(left: string[] | undefined, right: string[] | undefined): string[] | undefined {
  return left && right ? [...left, ...right] : undefined;
}

function constantOf(node: SyntaxNode, scope: Scope): SyntaxNode | undefined {
  const value = bare(node);
  if (value.type !== 'Identifier') return value;
  const meaning = scope.get(value['name'] as string);
  return meaning?.kind === 'constant' ? bare(meaning.value) : undefined;
}

function isCallOf(node: SyntaxNode, name: string): boolean {
  return node.type === 'CallExpression' && nameOf(node['callee']) === name;
}

function namespacesOf(node: SyntaxNode | undefined): string[] | undefined {
  if (!node) return undefined;
  const one = stringOf(node);
  if (one !== undefined) return [one];
  if (node.type !== 'ArrayExpression') return undefined;
  const all = (node['elements'] as SyntaxNode[]).map(stringOf);
  return all.every((name) => name !== undefined) ? (all as string[]) : undefined;
}

function argumentNames(options: SyntaxNode): string[] | undefined {
  const properties = options['properties'] as SyntaxNode[];
  if (properties.some((one) => one.type !== 'Property')) return undefined;
  return properties.map((one) => nameOf(one['key']) ?? '').filter((name) => !OPTIONS.has(name));
}

function boundNames(pattern: SyntaxNode): string[] {
  if (pattern.type === 'Identifier') return [pattern['name'] as string];
  if (pattern.type === 'AssignmentPattern') return boundNames(pattern['left'] as SyntaxNode);
  if (pattern.type === 'ObjectPattern')
    return (pattern['properties'] as SyntaxNode[]).flatMap((one) =>
      boundNames((one['value'] ?? one['argument']) as SyntaxNode),
    );
  if (pattern.type === 'ArrayPattern')
    return (pattern['elements'] as (SyntaxNode | null)[]).flatMap((one) => (one ? boundNames(one) : []));
  return [];
}

function keyNumber(property: SyntaxNode): unknown {
  return isNode(property['key']) ? property['key']['value'] : undefined;
}

/** The namespace that a file names for the kit: `namespace: 'orders'` or `namespace="orders"`. */
function namespaceOfFile(file: SourceFile): string | undefined {
  for (const node of everyNode(file.program)) {
    if (node.type === 'JSXOpeningElement') {
      const value = attributeOf(node, 'namespace');
      const name = value === true ? undefined : stringOf(value);
      if (name !== undefined) return name;
    } else if (node.type === 'Property' && nameOf(node['key']) === 'namespace') {
      const name = stringOf(node['value']);
      if (name !== undefined) return name;
    }
  }
  return undefined;
}

function importedFrom(file: SourceFile, start: string): Set<string> {
  const names = new Set<string>();
  for (const node of file.program['body'] as SyntaxNode[]) {
    if (node.type !== 'ImportDeclaration' || !stringOf(node['source'])?.startsWith(start)) continue;
    for (const one of node['specifiers'] as SyntaxNode[]) names.add(nameOf(one['local']) ?? '');
  }
  return names;
}
