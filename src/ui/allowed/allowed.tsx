import { type ReactNode, useCallback } from 'react';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';

export type Permitted = Pick<Endpoint, 'permission'>;

/** May the user make this call? The permission is declared on the endpoint and nowhere else. */
export function useCan(endpoint: Permitted): boolean {
  return useSession((session) => endpoint.permission === null || session.permissions.has(endpoint.permission));
}

/** The same for many calls at once, such as the actions of a row. */
export function useMay(): (endpoint: Permitted) => boolean {
  const permissions = useSession((session) => session.permissions);
  return useCallback((endpoint) => endpoint.permission === null || permissions.has(endpoint.permission), [permissions]);
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

/**
 * Is the element of an editing right (type 2) usable? It is there for everybody, but disabled for those to whom the right
 * was not granted; one that is not defined, or that is switched off, disables nothing (system-api.md 4.2).
 */
function useIsEditable(action: string): boolean {
  return useSession((session) => !session.disabledActions.has(action));
}

/** May the user change what this call changes? Both kinds of rights are asked, for a tenant may define either. */
export function useMayEdit(endpoint: Permitted): boolean {
  const may = useCan(endpoint);
  const isEditable = useIsEditable(endpoint.permission ?? '');
  return may && isEditable;
}

/** The fields of a form in sight of everybody, disabled together for those who may not make the call that saves them. */
export function Editable({ by, children }: { by: Permitted; children: ReactNode }) {
  return (
    <fieldset className="editable" disabled={!useMayEdit(by)}>
      {children}
    </fieldset>
  );
}
