import { bare, everyNode, isNode, nameOf, placeOf, type SourceFile, type SyntaxNode } from './syntax.ts';

/** Attributes and properties whose value a person reads or hears. */
const SPOKEN = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'body',
  'data-tip',
  'description',
  'hint',
  'label',
  'placeholder',
  'title',
  'verb',
]);
const LETTER = /\p{L}{2}/u;
const CHINESE = /\p{Script=Han}/u;
/** Names that are the same in every language. */
const NAMES = /^(IMEI|MQTT|URL|JSON|CSV|XLSX|ID|API|HTTP|SMTP|OK)$/;

/**
 * Literal user-facing text in a component: text between tags, words in attributes that are read out, words handed to
 * `confirm` and `toast`, and any Chinese. Both languages come from the texts (ux-guide 11).
 */
export function literalTexts(file: SourceFile): string[] {
  const faults: string[] = [];
  const isTexts = (text: string): boolean => LETTER.test(text.replaceAll(/&\w+;/g, '')) && !NAMES.test(text.trim());
  const say = (node: SyntaxNode, text: string): void =>
    void faults.push(
      `${placeOf(file, node)}: literal text "${text.trim().slice(0, 40)}"; put it into the slice's locales`,
    );
  const check = (value: unknown): void => {
    if (!isNode(value)) return;
    for (const node of spokenParts(bare(value))) {
      const text =
        node.type === 'TemplateElement' ? (node['value'] as { cooked: string }).cooked : String(node['value']);
      if (isTexts(text)) say(node, text);
    }
  };
  for (const node of everyNode(file.program)) {
    if (node.type === 'JSXText' && isTexts(String(node['value']))) say(node, String(node['value']));
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node['children'] as SyntaxNode[])
        if (child.type === 'JSXExpressionContainer') check(child['expression']);
    if (node.type === 'JSXAttribute' && SPOKEN.has(nameOf(node['name']) ?? '')) {
      const value = node['value'];
      check(isNode(value) && value.type === 'JSXExpressionContainer' ? value['expression'] : value);
    }
    if (file.path.endsWith('.tsx') && node.type === 'Property' && SPOKEN.has(nameOf(node['key']) ?? ''))
      check(node['value']);
    if (node.type === 'CallExpression' && isNode(node['callee']) && node['callee'].type === 'MemberExpression')
      if (nameOf(node['callee']['object']) === 'toast') check((node['arguments'] as SyntaxNode[])[0]);
    const word = node.type === 'Literal' ? node['value'] : undefined;
    if (!file.path.endsWith('.tsx')) continue;
    if (
      typeof word === 'string' &&
      CHINESE.test(word) &&
      !faults.some((fault) => fault.startsWith(placeOf(file, node)))
    )
      say(node, word);
  }
  return faults;
}

/** The words that an expression shows by itself; what it computes or asks for is not looked into. */
function* spokenParts(node: SyntaxNode): Generator<SyntaxNode> {
  if (node.type === 'Literal' && typeof node['value'] === 'string') yield node;
  else if (node.type === 'TemplateLiteral') yield* node['quasis'] as SyntaxNode[];
  else if (node.type === 'ConditionalExpression') {
    yield* spokenParts(bare(node['consequent'] as SyntaxNode));
    yield* spokenParts(bare(node['alternate'] as SyntaxNode));
  } else if (node.type === 'LogicalExpression') {
    if (node['operator'] !== '&&') yield* spokenParts(bare(node['left'] as SyntaxNode));
    yield* spokenParts(bare(node['right'] as SyntaxNode));
  }
}
