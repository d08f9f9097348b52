/** What the rules of the catalogue look at; titles and the like are checked by the call. */
export interface EntryDraft {
  readonly menuType: number;
  readonly parentId: string;
  readonly titleEn: string;
  readonly titleZh: string;
  readonly url: string;
  readonly component: string;
  readonly perms: string;
}

const GROUP = 'layouts/RouteView';

/** A component without what older clients write around it (system-api.md 5.3); a first-level entry without one is a group. */
export function normalComponent(component: string, menuType: number): string {
  const bare = component
    .trim()
    .replace(/^\//, '')
    .replace(/^src\//, '')
    .replace(/^views\//, '')
    .replace(/\.vue$/, '');
  return bare === '' && menuType === 0 ? GROUP : bare;
}

/** An address without `.vue`, with a slash in front unless it leads elsewhere (system-api.md 5.3). */
export function normalUrl(url: string): string {
  const bare = url.trim().replace(/\.vue$/, '');
  return bare === '' || bare.startsWith('/') || isExternal(bare) ? bare : `/${bare}`;
}

/** An address of another site, or one that the client fills in. */
export const isExternal = (url: string): boolean => /^(https?:|\{\{)/.test(url);

/** The authorisation id that a path suggests: `/orders/list` → `orders:list` (settled 13). */
export function idOfPath(url: string): string {
  if (isExternal(url)) return '';
  return url
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replace(/^:/, ''))
    .join(':')
    .slice(0, 100);
}

/** The name of an entry, as routes and tabs know it: `/orders/list` → `orders-list` (system-api.md 4.1). */
export function nameOfPath(url: string): string {
  return url
    .replace(/^(https?:)?\/+/, '')
    .replaceAll('/', '-')
    .replaceAll(':', '@')
    .slice(0, 100);
}

export type EntryFault = readonly [field: string, code: 'fault.required' | 'fault.format'];

/** What is missing, by the kind of the row (settled 13): pages need title, path and component, buttons an id and a parent. */
export function entryFaults(draft: EntryDraft): EntryFault[] {
  const faults: EntryFault[] = [];
  const need = (field: keyof EntryDraft) => {
    if (draft[field] === '') faults.push([field, 'fault.required']);
  };
  if (draft.titleEn === '' && draft.titleZh === '') faults.push(['name', 'fault.required']);
  if (draft.menuType === 2) need('perms');
  else {
    need('url');
    need('component');
  }
  if (draft.menuType !== 0) need('parentId');
  if (/[\s,]/.test(draft.perms)) faults.push(['perms', 'fault.format']);
  if (/[\s"'<>\\]/.test(draft.url)) faults.push(['url', 'fault.format']);
  return faults;
}
