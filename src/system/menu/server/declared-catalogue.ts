import { LANGUAGES, type Language } from '#platform/http/contract/envelope.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import type { SliceMenuEntry, SliceMenuGroup, SliceMenuPage } from '#platform/records/server/slice-parts.ts';
import { ACTION_TITLES, BESIDE, MENU_ENTRIES, type MenuEntry, PAGE_OF_PERMISSION } from './menu-entries.ts';

type Titles = readonly [en: string, zh: string];

/** What the program declares: the menu, and each permission with its title and the page that it stands under. */
export interface DeclaredCatalogue {
  readonly actions: readonly string[];
  readonly entries: readonly MenuEntry[];
  titleOf(action: string): Titles;
  /** Name of a menu entry. */
  pageOf(action: string): string | undefined;
  /** For the administrator alone. */
  isRootOnly(action: string): boolean;
}

const ACTIONS = ['view', 'add', 'edit', 'delete'] as const;

/** Gathers the catalogue out of what the slices declare; `actions` are by default the permissions of their calls. */
export function declaredCatalogue(slices: readonly ServerSlice[], actions = actionsOf(slices)): DeclaredCatalogue {
  const declared = slices.flatMap((slice) => slice.menu ?? []);
  const kinds = slices.flatMap((slice) => slice.kinds ?? []).filter(({ sharesRights }) => !sharesRights);
  const named = slices.flatMap((slice) => Object.entries(slice.permissions ?? {}));
  const titles = new Map([
    ...kinds.flatMap(titlesOf),
    ...named.map(([action, { namespace, key }]): [string, Titles] => [
      action,
      inBoth((language) => sliceTexts(namespace, language)(key)),
    ]),
  ]);
  const pages = new Map(
    declared.flatMap((entry) =>
      'page' in entry && entry.kind && !entry.kind.sharesRights
        ? [[familyOf(entry.kind.permission('view')), entryName(entry.page)]]
        : [],
    ),
  );
  const entries = [...MENU_ENTRIES, ...declared.map(toEntry)];
  const firstPages = new Map(
    entries.toReversed().flatMap(({ name, needs }) => (needs === undefined ? [] : [[familyOf(needs), name] as const])),
  );
  const rootOnly = new Set(slices.flatMap((slice) => slice.rootOnly ?? []));
  return {
    actions,
    entries,
    titleOf: (action) => ACTION_TITLES[action] ?? titles.get(action) ?? [action, action],
    pageOf: (action) => {
      const of = familyOf(action);
      return PAGE_OF_PERMISSION[of] ?? pages.get(of) ?? pages.get(BESIDE[of] ?? '') ?? firstPages.get(of);
    },
    isRootOnly: (action) => rootOnly.has(action),
  };
}

function actionsOf(slices: readonly ServerSlice[]): string[] {
  const calls = slices.flatMap((slice) => slice.routes ?? []);
  const named = slices.flatMap((slice) => Object.keys(slice.permissions ?? {}));
  const actions = new Set([...calls.flatMap(({ endpoint }) => endpoint.permission ?? []), ...named]);
  return [...actions].toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** People read the rights of a page in the order view, add, edit, delete; what else there is comes after them as declared. */
function rankOf(action: string): number {
  const rank = (ACTIONS as readonly string[]).indexOf(action.split(':')[1] ?? '');
  return rank === -1 ? ACTIONS.length : rank;
}

/** What its rights are about: `order` of `order:view`. */
const familyOf = (action: string): string => action.split(':')[0] ?? '';

const entryName = (page: string): string => page.replaceAll('/', '-');

function toEntry(entry: SliceMenuEntry): MenuEntry {
  return 'group' in entry ? groupEntry(entry) : pageEntry(entry);
}

function groupEntry({ group, title, path, redirect, icon, sort }: SliceMenuGroup): MenuEntry {
  const [titleEn, titleZh] = inBoth((language) => sliceTexts(title.namespace, language)(title.key));
  return { name: group, kind: 0, ...{ titleEn, titleZh, path, redirect, icon, sort } };
}

function pageEntry({ page, under, path, kind, title, needs, icon, sort, hidden }: SliceMenuPage): MenuEntry {
  const { namespace, key } = title ?? { namespace: kind?.namespace ?? '', key: 'kind.title' };
  const [titleEn, titleZh] = inBoth((language) => sliceTexts(namespace, language)(key));
  const needed = needs ?? kind?.permission('view');
  return {
    name: entryName(page),
    parent: under,
    kind: 1,
    ...{ titleEn, titleZh, path, sort },
    component: page,
    ...(icon === undefined ? {} : { icon }),
    ...(hidden === undefined ? {} : { hidden }),
    ...(needed === undefined ? {} : { needs: needed }),
  };
}

/** "See suppliers", "Add suppliers" … */
function titlesOf(kind: RecordKind): [string, Titles][] {
  return ACTIONS.map((action) => [
    kind.permission(action),
    inBoth((language) => {
      const records = sliceTexts(kind.namespace, language)('kind.many');
      return sliceTexts('records', language)(`permission.${action}`, { records });
    }),
  ]);
}

function inBoth(text: (language: Language) => string): Titles {
  const [en = '', zh = ''] = LANGUAGES.map(text);
  return [en, zh];
}
