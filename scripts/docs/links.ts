import { dirname, join, relative } from 'node:path';

const LINK = /\]\(([^()\s]+)\)/g;
const isElsewhere = (target: string): boolean => /^([a-z]+:|#|\/)/.test(target);

/** Files and folders that a Markdown text links to, as paths from the root. */
export function linkedFrom(file: string, text: string): string[] {
  return [...text.matchAll(LINK)]
    .map(([, target = '']) => target)
    .filter((target) => !isElsewhere(target))
    .map((target) => join(dirname(file), target.replace(/#.*$/, '')));
}

/** A text of one folder, with links that lead to the same places from another one. */
export function movedLinks(text: string, from: string, to: string): string {
  return text.replace(LINK, (link, target: string) =>
    isElsewhere(target) ? link : `](${relative(to, join(from, target))})`,
  );
}
