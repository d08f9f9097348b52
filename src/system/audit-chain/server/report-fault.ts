import { raiseAlertOnce } from '#platform/alerts/server/raise-alert.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { ChainFaultCode } from '../contract/endpoints.ts';

export interface FoundFault {
  readonly code: ChainFaultCode;
  readonly number: number | null;
  readonly rowId: string;
}

const WINDOW_MS = 24 * 3_600_000;

/** Keeps what a check found for the administrator's page, and raises the alert once a day. */
export async function reportFault(services: Services, tenantId: number, fault: FoundFault): Promise<void> {
  const { code, number, rowId } = fault;
  await services.database.acrossTenants('what a check of an audit chain found', (db) =>
    db
      .updateTable('audit_chain')
      .set({ fault: code, fault_number: number, fault_row: rowId })
      .where('tenant_id', '=', tenantId)
      .execute(),
  );
  await raiseAlertOnce(services, {
    ...{ kind: 'audit.broken', tenantId: String(tenantId), subject: `${code} ${number ?? ''}`, windowMs: WINDOW_MS },
    ...{ address: '', detail: { fault: code, number, row: rowId } },
  });
}
