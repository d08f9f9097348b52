import { create } from 'zustand';
import type { MenuNode, PermissionAnswer } from '#platform/viewer/contract/permission.ts';
import type { TenantChoice, UserInfo } from '#platform/viewer/contract/user-info.ts';

export interface SessionState {
  readonly user: UserInfo | undefined;
  readonly tenant: TenantChoice;
  readonly menu: readonly MenuNode[];
  /** What the permission list of a route is compared with: all that is granted, and what needs no grant. */
  readonly actions: ReadonlySet<string>;
  /** Actions whose elements are shown (system-api.md 4.2). */
  readonly permissions: ReadonlySet<string>;
  /** Actions of type 2 that exist and were not granted: their elements are there, but disabled. */
  readonly disabledActions: ReadonlySet<string>;
}

export const useSession = create<SessionState>(() => ({
  user: undefined,
  tenant: { id: '', name: '' },
  menu: [],
  actions: new Set(),
  permissions: new Set(),
  disabledActions: new Set(),
}));

const EDIT_ONLY = '2';
const SWITCHED_OFF = '0';

/** An action text may hold several, separated by commas. */
const actionsIn = (text: string): string[] => text.split(',').map((action) => action.trim());

/** What the button checks of system-api.md 4.2 come to, as sets that are made once. */
export function buttonRights(answer: Pick<PermissionAnswer, 'auth' | 'allAuth'>): {
  actions: ReadonlySet<string>;
  permissions: ReadonlySet<string>;
  disabledActions: ReadonlySet<string>;
} {
  const granted = new Set(answer.auth.flatMap((entry) => actionsIn(entry.action)));
  const permissions = new Set(
    answer.auth.filter((entry) => entry.type !== EDIT_ONLY).flatMap((entry) => actionsIn(entry.action)),
  );
  const disabledActions = new Set<string>();
  for (const known of answer.allAuth) {
    for (const action of actionsIn(known.action)) {
      if (known.status === SWITCHED_OFF) permissions.add(action);
      else if (known.type === EDIT_ONLY && !granted.has(action)) disabledActions.add(action);
    }
  }
  return { actions: new Set([...granted, ...permissions]), permissions, disabledActions };
}
