import { bare, childrenOf, isNode, nameOf, propertyOf, type SyntaxNode, stringOf } from './syntax.ts';

/** What a name stands for at one place: a translator of some namespaces, a constant, an element of one, or unknown. */
type Meaning =
  | { readonly kind: 'translator'; readonly namespaces: readonly string[] | undefined }
  | { readonly kind: 'constant'; readonly value: SyntaxNode }
  | { readonly kind: 'element'; readonly of: SyntaxNode; readonly field?: string }
  | { readonly kind: 'unknown' };
export type Scope = ReadonlyMap<string, Meaning>;

const TRANSLATOR_HOOKS = new Set(['useTranslation', 'useLoadedTexts']);
const EACH = new Set(['map', 'flatMap', 'forEach', 'filter', 'find', 'some', 'every']);
/** A part of a key that is known only at run time. */
export const ANYTHING = '*';

export function isFunction(node: SyntaxNode): boolean {
  return /^(ArrowFunctionExpression|FunctionDeclaration|FunctionExpression)$/.test(node.type);
}

/** The names that a function (or the file) declares, over those around it. */
export function scopeOf(node: SyntaxNode, around: Scope, slice: string, elements: Scope = new Map()): Scope {
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
export function elementsOf(child: SyntaxNode, parent: SyntaxNode, scope: Scope): Scope | undefined {
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
export function wordsOf(expression: SyntaxNode, scope: Scope, depth = 0): string[] | undefined {
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

export function constantOf(node: SyntaxNode, scope: Scope): SyntaxNode | undefined {
  const value = bare(node);
  if (value.type !== 'Identifier') return value;
  const meaning = scope.get(value['name'] as string);
  return meaning?.kind === 'constant' ? bare(meaning.value) : undefined;
}

function namespacesOf(node: SyntaxNode | undefined): string[] | undefined {
  if (!node) return undefined;
  const one = stringOf(node);
  if (one !== undefined) return [one];
  if (node.type !== 'ArrayExpression') return undefined;
  const all = (node['elements'] as SyntaxNode[]).map(stringOf);
  return all.every((name) => name !== undefined) ? (all as string[]) : undefined;
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
