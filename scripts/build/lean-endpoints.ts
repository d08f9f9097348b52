import type { Plugin } from 'vite';

/**
 * What a call does, in words, and why a route is open are told by the server's documents alone (`/api/openapi.json`). Browsers
 * get endpoints without them: two of the kilobytes of the first page. Those on the line of their endpoint stay.
 */
export function leanEndpoints(): Plugin {
  return {
    name: 'lean-endpoints',
    apply: 'build',
    // while the source is as it was formatted
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[^/]+\.ts$/, code: /\bendpoint\(\{/ },
      handler: (code) => ({ code: leanEndpointSource(code), map: null }),
    },
  };
}

const TOLD = /^ +(?:summary|openBecause):\s+(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),\n/gm;

/** The source of endpoints, formatted as ours is, without the words that only documents tell. */
export const leanEndpointSource = (code: string): string => code.replaceAll(TOLD, '');
