import { dirname, join } from 'node:path';

/** What the bundler knows of a module while it decides which file the module goes into. */
export interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

const SOURCE = join(import.meta.dirname, '../../src');

/** The programs of the console; what one reaches by static imports comes with its first screen. */
const PROGRAMS = {
  entry: ['apps/console/main.tsx'],
  login: ['system/sign-in/web/login/index.tsx'],
  /** Beside the login page without a session. */
  open: [
    'apps/console/pages/open-state-page.ts',
    'system/sign-in/web/register/index.ts',
    'system/passwords/web/alteration/index.ts',
    'system/third-login/web/index.ts',
  ],
  mobile: ['apps/console/mobile/start-mobile.tsx'],
  shell: [
    'apps/console/shell/start-shell.tsx',
    // fetched by every console as soon as it rests
    'system/languages/web/packs/index.ts',
  ],
  welcome: ['domains/insights/web/welcome-page.tsx'],
  /** Where a login ends. */
  analysis: ['domains/insights/web/analysis-page.tsx'],
} as const;

const REACT = /\/node_modules\/(react|react-dom|scheduler)\//;
/** Of a slice, or of something in it that has a name of its own. */
const TEXTS = /\/([^/]+)\/locales\/(?:([\w-]+)\.)?([\w-]+)\.json$/;
/** Where all texts of a language are: with those that come first. */
const TABLE_OF_TEXTS = /\/i18n\/web\/packs\/([a-z]{2}-[A-Z]{2})\.ts$/;
/**
 * Packs of what may stand on any page, and those of the two slices that the home pages speak of, with what opens on the
 * pages of orders. Others come alone, and so does the pack of a single kind or page (`refund-list.en-US.json`).
 */
const FRAME_PACKS = /^(console|ui|notices|transfers|saved-views|dictionaries|pickers|insights)$/;
const WORK_PACKS = /^(orders|refunds|robots)$/;
/** Of the dashboards, which come together. */
const DASHBOARD_PARTS = /^(dashboards|statistics)$/;
/** Names of what robots say, which stand wherever a robot does. */
const SHARED_PARTS = /^devices$/;
const PAGE = /-pages?\.tsx$/;
/** What lists and forms of declared kinds of record are made of. */
const KINDS = /\/system\/records\/web\//;
/** The map and what draws it: large, and on few pages. */
const MAP = /\/ui\/place-map\/|\/node_modules\/(leaflet|supercluster|kdbush|topojson-client|world-atlas)\//;
/** Of a slice of the business. */
const SLICE_STYLE = /\/domains\/([^/]+)\/web\//;
const ALL_DAY = /^(orders|robots|refunds)$/;
/** Decides or declares, for the pages of a slice and for the phone. */
const SLICE_SHARED = /\/domains\/[^/]+\/(rules|contract)\//;
const LIBRARY = /\/node_modules\//;
/** Small, and asked for everywhere. */
const PLATFORM = /\/src\/platform\//;
/** The pages that are open all day; what only others share is not theirs to fetch. */
const WORK_PAGES = /\/domains\/(orders|robots)\/web$/;

/**
 * Which file a module goes into (ux-guide 14: login 12 requests, first page 25; decision 26). Left alone, the bundler makes a
 * file of every set of modules that the same pages share: 65 of them for a list. Here they lie in layers, each of which needs
 * only those before it: react, index (the entry), core (also on a phone), shell, dashboards (shared with
 * the page after the login), records (shared with the pages of orders and robots), forms (shared by others), kinds (shared by pages of declared kinds of record alone), the map, the pages of a slice. Null leaves a module to the bundler: what comes on demand is a file of its own.
 */
export function chunkPlan(source = SOURCE): (id: string, graph: ModuleGraph) => string | null {
  let names: ReadonlyMap<string, string> | undefined;
  return (id, graph) => {
    names ??= namesOf(graph, source);
    return names.get(id) ?? null;
  };
}

function namesOf(graph: ModuleGraph, source: string): ReadonlyMap<string, string> {
  const reachedBy = (program: keyof typeof PROGRAMS) =>
    reachedFrom(
      PROGRAMS[program].map((path) => join(source, path)),
      graph,
    );
  const [entry, login, open, mobile, shell, welcome, analysis] = [
    reachedBy('entry'),
    reachedBy('login'),
    reachedBy('open'),
    reachedBy('mobile'),
    reachedBy('shell'),
    reachedBy('welcome'),
    reachedBy('analysis'),
  ];
  const all = reachedFrom([join(source, PROGRAMS.entry[0])], graph, { isDynamic: true });
  const onDemand = new Set([...all].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []));
  const pages = [...onDemand]
    .filter((id) => PAGE.test(id) && !open.has(id))
    .map((page) => {
      const reached = reachedFrom([page], graph);
      return { folder: dirname(page), reached, isOfKinds: [...reached].some((id) => KINDS.test(id)) };
    });
  const foldersWithPages = pages.map(({ folder }) => folder);
  for (const path of PROGRAMS.mobile) onDemand.delete(join(source, path));
  // a sheet of the phone takes nothing from the console's pages but what lies in core, or a tap would fetch the console
  const isSheet = (id: string) => dirname(id) === join(source, dirname(PROGRAMS.mobile[0]));
  const sheets = [...onDemand].filter(isSheet);
  for (const sheet of sheets) onDemand.delete(sheet);
  const offPhone = reachedFrom([...onDemand], graph);
  const onSheets = reachedFrom(sheets, graph);

  /** Of the login page, and of pages and sheets behind it: a file of its own, or these would bring the login page along. */
  const isBeyondLogin = (id: string): boolean =>
    [onSheets, ...pages.map(({ reached }) => reached)].some((parts) => parts.has(id));

  const styleOf = (id: string): string | undefined => {
    if (entry.has(id) || (open.has(id) && shell.has(id)) || (mobile.has(id) && offPhone.has(id))) return 'index';
    if (login.has(id) && (shell.has(id) || isBeyondLogin(id))) return 'index';
    if (login.has(id) || open.has(id)) return 'login';
    if (mobile.has(id)) return 'mobile';
    // the kit and the pages of all day share a file; what else a slice looks like comes with its pages, and a library with its user
    if (LIBRARY.test(id)) return undefined;
    const [, slice = ''] = SLICE_STYLE.exec(id) ?? [];
    return slice === '' || welcome.has(id) || ALL_DAY.test(slice) ? 'styles' : `styles-of-${slice}`;
  };
  const nameOf = (id: string): string | undefined => {
    const userPages = pages.filter(({ reached }) => reached.has(id));
    const users = userPages.map(({ folder }) => folder);
    if (REACT.test(id)) return 'react';
    if (id.endsWith('.css')) return styleOf(id);
    if (entry.has(id)) return 'index';
    const [, listed] = TABLE_OF_TEXTS.exec(id) ?? [];
    if (listed) return `texts-${listed}`;
    const [, slice = '', part, language] = TEXTS.exec(id) ?? [];
    if (slice === 'insights' && DASHBOARD_PARTS.test(part ?? '')) return `dashboard-texts-${language}`;
    if (part !== undefined && !SHARED_PARTS.test(part)) return undefined;
    if (FRAME_PACKS.test(slice)) return `texts-${language}`;
    if (WORK_PACKS.test(slice)) return `work-texts-${language}`;
    if (login.has(id) && (mobile.has(id) || shell.has(id) || (isBeyondLogin(id) && PLATFORM.test(id)))) return 'index';
    if (login.has(id)) return isBeyondLogin(id) ? 'sign-in' : 'login';
    if (open.has(id)) return mobile.has(id) || shell.has(id) ? 'index' : undefined;
    if (mobile.has(id)) return offPhone.has(id) ? 'core' : 'mobile';
    // what a slice shares between a screen of the phone and its own pages is a small file that comes with either
    if (onSheets.has(id) && offPhone.has(id)) return SLICE_SHARED.test(id) && !shell.has(id) ? undefined : 'core';
    if (shell.has(id)) return 'shell';
    if (MAP.test(id)) return 'map';
    if (new Set(users).size > 1 && welcome.has(id)) return 'shell';
    if (new Set(users).size > 1) {
      const isOfWork = userPages.some(({ folder }) => WORK_PAGES.test(folder));
      // lists and forms are large: the page after the login fetches neither for the little that it has in common with them
      if (analysis.has(id)) return isOfWork ? 'shell' : 'dashboards';
      if (userPages.every(({ isOfKinds }) => isOfKinds)) return 'kinds';
      return isOfWork ? 'records' : 'forms';
    }
    // what parts on demand use as well comes with the page that everybody has
    if (welcome.has(id)) return 'welcome';
    const [folder] = users;
    const isOneOfSeveral = folder !== undefined && foldersWithPages.filter((one) => one === folder).length > 1;
    return isOneOfSeveral ? `pages-of-${folder.split('/').at(-2)}` : undefined;
  };

  return new Map(
    [...all].flatMap((id) => {
      const name = nameOf(id);
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}

function reachedFrom(
  roots: readonly string[],
  graph: ModuleGraph,
  { isDynamic = false }: { isDynamic?: boolean } = {},
): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const module = reached.has(id) ? null : graph.getModuleInfo(id);
    if (!module) continue;
    reached.add(id);
    waiting.push(...module.importedIds, ...(isDynamic ? module.dynamicallyImportedIds : []));
  }
  return reached;
}
