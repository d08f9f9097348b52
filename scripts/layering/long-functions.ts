import { childrenOf, isNode, nameOf, parseSource, type SyntaxNode } from '../texts/syntax.ts';
import { type Finding, isOfTests, type Sources } from './sources.ts';

/** Lines of a function, from its first to its last. */
const MOST_LINES = 120;

export interface SizedFunction {
  /** Its file and its name; a function without one has that of the function around it. */
  readonly place: string;
  readonly lines: number;
}

/** Functions that are too long to be followed; the simulator and the tests may have such. */
export function longFunctions(sources: Sources): Finding[] {
  return functionsOf(sources)
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ place, lines }) => ({
      key: place,
      say: `${place} has ${lines} lines, more than ${MOST_LINES}: split it where a part stands for itself`,
    }));
}

/** All functions outside of the simulator and the tests. */
export function functionsOf(sources: Sources): SizedFunction[] {
  const found: SizedFunction[] = [];
  for (const [path, text] of sources) {
    if (isOfTests(path) || path.startsWith('src/apps/simulator/')) continue;
    const visit = (node: SyntaxNode, name: string): void => {
      const named = nameOf(node['id']) ?? nameOf(node['key']) ?? name;
      if (/Function/.test(node.type) && isNode(node['body'])) {
        found.push({ place: `${path} ${named}`, lines: linesOf(text.slice(node.start, node['end'] as number)) });
      }
      for (const child of childrenOf(node)) visit(child, named);
    };
    visit(parseSource(path, text).program, '');
  }
  return found;
}

export const linesOf = (text: string): number => text.trimEnd().split('\n').length;
