import { useQuery } from '@tanstack/react-query';
import type { Language } from '#platform/http/contract/envelope.ts';
import type { MenuNode } from '#platform/viewer/contract/permission.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { type HelpDocuments, loadDocuments } from './documents.ts';

export function useDocuments(language: Language) {
  return useQuery<HelpDocuments>({
    queryKey: ['help', language],
    queryFn: () => loadDocuments(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What of the console the reader has: links lead there, and texts about what he has not say so. */
export function useMenuKnowledge(): { hasPage(path: string): boolean; hasArea(word: string): boolean } {
  const menu = useSession((session) => session.menu);
  const nodes = flatten(menu);
  return {
    hasPage: (path) => nodes.some((node) => node.path === path),
    hasArea: (word) =>
      word === '' || nodes.some((node) => node.name.split('-').some((part) => part === word || part === `${word}s`)),
  };
}

function flatten(menu: readonly MenuNode[]): MenuNode[] {
  return menu.flatMap((node) => [node, ...flatten(node.children ?? [])]);
}
