import type { ReactNode } from 'react';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import { useSession } from '#system/session/web/session-store.ts';

type Permitted = Pick<Endpoint, 'permission'>;

/** May the user make this call? The permission is declared on the endpoint and nowhere else. */
export function useCan(endpoint: Permitted): boolean {
  return useSession((session) => endpoint.permission === null || session.permissions.has(endpoint.permission));
}

/** The same for many calls at once, such as the actions of a row. */
export function useMay(): (endpoint: Permitted) => boolean {
  const permissions = useSession((session) => session.permissions);
  return (endpoint) => endpoint.permission === null || permissions.has(endpoint.permission);
}

export interface AllowedProps {
  by: Permitted;
  children: ReactNode;
  /** What those without the permission see; nothing by default, as the specification removes such buttons. */
  otherwise?: ReactNode;
}

export function Allowed({ by, children, otherwise = null }: AllowedProps) {
  return useCan(by) ? children : otherwise;
}
