export interface KnownPath {
  /** As it is registered: `:name` stands for one part, `*` at the end for any more. */
  readonly path: string;
  readonly method: string;
}

type Methods = ReadonlySet<string>;

/**
 * Which methods a path takes, for whoever asked with another one; undefined where there is nothing. Made when it is first asked:
 * a route per other method would take half of the router and of each start.
 */
export function methodsAt(known: () => readonly KnownPath[]): (path: string) => Methods | undefined {
  let whole: Map<string, Set<string>> | undefined;
  let withParts: [RegExp, Methods][] = [];
  const read = (): Map<string, Set<string>> => {
    const all = new Map<string, Set<string>>();
    for (const { path, method } of known()) all.set(path, (all.get(path) ?? new Set()).add(method));
    withParts = [...all].filter(([path]) => /[:*]/.test(path)).map(([path, methods]) => [patternOf(path), methods]);
    return all;
  };
  return (path) => {
    whole ??= read();
    return whole.get(path) ?? withParts.find(([pattern]) => pattern.test(path))?.[1];
  };
}

function patternOf(path: string): RegExp {
  const parts = path.split('/').map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}
