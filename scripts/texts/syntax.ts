import { parseSync } from 'vite';

/** A node of the syntax tree (ESTree), as loosely as a walk over all kinds needs it. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

export interface SourceFile {
  /** Relative to the root of the package. */
  readonly path: string;
  readonly text: string;
  readonly program: SyntaxNode;
}

export function parseSource(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return { path, text, program: program as unknown as SyntaxNode };
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** The nodes directly below, in the order of the text. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flatMap((value): SyntaxNode[] => {
    if (Array.isArray(value)) return value.filter(isNode);
    return isNode(value) ? [value] : [];
  });
}

/** The node and everything below it. */
export function* everyNode(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const child of childrenOf(node)) yield* everyNode(child);
}

/** `file:line`, for people and editors. */
export function placeOf(file: SourceFile, node: SyntaxNode): string {
  return `${file.path}:${file.text.slice(0, node.start).split('\n').length}`;
}

/** `as const`, `satisfies T`, `(x)` and `x!` say nothing about the value. */
export function bare(node: SyntaxNode): SyntaxNode {
  const wraps = /^(TSAsExpression|TSSatisfiesExpression|TSNonNullExpression|ParenthesizedExpression)$/.test(node.type);
  return wraps && isNode(node['expression']) ? bare(node['expression']) : node;
}

export function stringOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  const value = bare(node);
  return value.type === 'Literal' && typeof value['value'] === 'string' ? value['value'] : undefined;
}

export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (/^(JSX|Private)?Identifier$/.test(node.type)) return node['name'] as string;
  return stringOf(node);
}

/** The value of a property of an object literal; undefined where it is not written there. */
export function propertyOf(object: SyntaxNode, name: string): SyntaxNode | undefined {
  const properties = (object['properties'] as SyntaxNode[] | undefined) ?? [];
  const found = properties.find((one) => one.type === 'Property' && !one['computed'] && nameOf(one['key']) === name);
  return found && isNode(found['value']) ? found['value'] : undefined;
}

/** `<Part name="…">`: the attribute's value, `true` where it stands alone. */
export function attributeOf(element: SyntaxNode, name: string): SyntaxNode | true | undefined {
  const found = (element['attributes'] as SyntaxNode[]).find(
    (one) => one.type === 'JSXAttribute' && nameOf(one['name']) === name,
  );
  if (!found) return undefined;
  const value = found['value'];
  if (!isNode(value)) return true;
  return value.type === 'JSXExpressionContainer' ? (value['expression'] as SyntaxNode) : value;
}
