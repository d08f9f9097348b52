import type { LoginAnswer } from '../contract/login-answer.ts';

type Answer = Pick<LoginAnswer, 'multi_depart' | 'tenantList'>;

export type LoginStep =
  | { step: 'enter'; tenantId: string | null }
  /** The picker opens; `tenantId` is what is already known, such as the only tenant. */
  | { step: 'choose'; asksTenant: boolean; asksDepartment: boolean; tenantId: string | null };

/**
 * What follows a login (platform.md 4): department flag 2 asks for a department, more than one tenant asks for a tenant;
 * otherwise the login completes at once with the only tenant, if there is one.
 */
export function nextLoginStep(answer: Answer): LoginStep {
  const tenants = answer.tenantList ?? [];
  const asksTenant = tenants.length > 1;
  const asksDepartment = answer.multi_depart === 2;
  const tenantId = tenants.length === 1 ? (tenants[0]?.id ?? null) : null;
  if (!asksTenant && !asksDepartment) return { step: 'enter', tenantId };
  return { step: 'choose', asksTenant, asksDepartment, tenantId };
}

export interface PickerChoice {
  readonly tenantId?: string | undefined;
  readonly orgCode?: string | undefined;
}

/** Fields to mark as errors when OK is pressed (platform.md 5); an empty list lets it through. */
export function missingChoices(step: LoginStep, choice: PickerChoice): ('tenant' | 'department')[] {
  if (step.step === 'enter') return [];
  const missing: ('tenant' | 'department')[] = [];
  if (step.asksTenant && !choice.tenantId) missing.push('tenant');
  if (step.asksDepartment && !choice.orgCode) missing.push('department');
  return missing;
}

/** Cancelling the picker falls back to the stored tenant where it is still his, else to the first one (platform.md 4). */
export function tenantAfterCancel(answer: Answer, storedTenantId: string | null): string | null {
  const tenants = answer.tenantList ?? [];
  const stored = tenants.find((tenant) => tenant.id === storedTenantId);
  return (stored ?? tenants[0])?.id ?? null;
}
