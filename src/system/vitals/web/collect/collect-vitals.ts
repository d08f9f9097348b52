import { type MetricType, onCLS, onINP, onLCP } from 'web-vitals';
import { callAt } from '#platform/http/web/call.ts';
import type { MenuNode } from '#platform/viewer/contract/permission.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { vitalCalls } from '../../contract/calls.ts';
import type { vitalEndpoints } from '../../contract/endpoints.ts';
import { METRICS, PHONE_PAGES } from '../../contract/metrics.ts';
import type { Vital } from '../../contract/vital.ts';
import { routeOf } from '../../rules/route-of.ts';

const MOST_AT_ONCE = 60;

/**
 * Measures the visits of this document and reports them when it is hidden or left (ux-guide 14). A visit is what the
 * browser takes for one: each page where it knows of navigations inside of a document, else the whole document under the page
 * that it began with. Each is sent once; what grows after that is not known, and neither is who visits.
 */
export function collectVitals(): void {
  const waiting: Vital[] = [];
  const told = new Set<string>();
  const began = location.pathname;
  const note = ({ id, name, value, navigationURL }: MetricType): void => {
    const metric = METRICS.find((one) => one === name);
    if (!metric || told.has(id)) return;
    told.add(id);
    const pathname = navigationURL === undefined ? began : new URL(navigationURL, location.href).pathname;
    waiting.push({ page: routeOf(pathname, knownRoutes()), metric, value });
  };
  const options = { reportSoftNavs: true };
  onLCP(note, options);
  onINP(note, options);
  onCLS(note, options);

  const tell = (): void => {
    if (document.visibilityState !== 'hidden' || waiting.length === 0) return;
    const vitals = waiting.splice(0, MOST_AT_ONCE);
    // The last call of a page: nothing is left that could show its failure.
    callAt<typeof vitalEndpoints.add>(
      vitalCalls.add,
      { version: buildId(), vitals },
      { keepalive: true, notices: 'none' },
    ).catch(() => undefined);
  };
  addEventListener('visibilitychange', tell);
  addEventListener('pagehide', tell);
}

function knownRoutes(): string[] {
  const below = (nodes: readonly MenuNode[]): string[] =>
    nodes.flatMap((node) => [node.path, ...below(node.children ?? [])]);
  return [...PHONE_PAGES, ...below(useSession.getState().menu)];
}

/** The build says who it is by the name of its first file; a console in development has none. */
function buildId(): string {
  const source = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? '';
  return /-([\w-]{6,40})\.js$/.exec(source)?.[1] ?? 'development';
}
