import { call } from '#platform/http/web/call.ts';
import { undoEndpoints } from '../contract/undo.ts';

/**
 * Takes back a change that is saved already; a refusal, such as that the record changed since, is shown like any other.
 * Answers whether it is taken back.
 */
export async function undoChange(changeId: string): Promise<boolean> {
  try {
    await call(undoEndpoints.undo, { changeId }, { idempotencyKey: `undo-${changeId}` });
    return true;
  } catch {
    return false;
  }
}
