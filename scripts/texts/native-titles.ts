import { everyNode, nameOf, placeOf, type SourceFile, type SyntaxNode } from './syntax.ts';

/** Elements on which `title` is a name, not a tooltip. */
const NAMED_BY_TITLE = new Set(['iframe']);

/** `title` on an element: its tooltip comes late, not for keys or a finger, and never goes. The kit's is `data-tip`. */
export function nativeTitles(file: SourceFile): string[] {
  return [...everyNode(file.program)].flatMap((node) => {
    if (node.type !== 'JSXOpeningElement') return [];
    const name = nameOf(node['name']) ?? '';
    if (!/^[a-z]/.test(name) || NAMED_BY_TITLE.has(name)) return [];
    return (node['attributes'] as SyntaxNode[])
      .filter((one) => one.type === 'JSXAttribute' && nameOf(one['name']) === 'title')
      .map((one) => `${placeOf(file, one)}: \`title\` on <${name}>; give it \`data-tip\` (src/ui/tooltip)`);
  });
}
