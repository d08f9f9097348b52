import { OTHER } from '../contract/metrics.ts';

/** The route that an address belongs to, one without parameters first; never the address itself, which may name a record. */
export function routeOf(pathname: string, routes: readonly string[]): string {
  const parts = pathname.split('/');
  const fits = (route: string): boolean => {
    const wanted = route.split('/');
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at]);
  };
  const found = routes.filter(fits);
  return found.find((route) => !route.includes(':')) ?? found[0] ?? OTHER;
}
