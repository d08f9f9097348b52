import { call } from '#platform/http/web/call.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { toast } from '#ui/toast/toasts.tsx';
import type { CurrentDepartments } from '../../contract/endpoints.ts';

/** The user's departments, for the dialog; undefined after having said that he has none (platform.md 8). */
export async function askDepartments(noneText: string): Promise<CurrentDepartments | undefined> {
  const departments = await call(sessionEndpoints.currentDepartments, {}).catch(() => undefined);
  if (departments === undefined) return undefined;
  // Older servers write null for an empty list, and for the department of somebody who chose none.
  const { list, orgCode }: { list: CurrentDepartments['list'] | null; orgCode: string | null } = departments;
  if (list && list.length > 0) return { list, orgCode: orgCode ?? '' };
  toast.warning(noneText);
  return undefined;
}
