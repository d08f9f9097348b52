import type { TFunction } from 'i18next';
import { call } from '#platform/http/web/call.ts';
import { confirm } from '#ui/confirm/confirm.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import type { Customer } from '../contract/customers.ts';
import { customerEndpoints } from '../contract/endpoints.ts';

export type Named = Pick<Customer, 'id' | 'name' | 'userId' | 'barcode'>;

/** What a customer is called: many have said no name. */
export const calledBy = ({ name, userId }: Pick<Customer, 'name' | 'userId'>): string => name || userId;

/** Asks for his name, and for the own password (security 14.5). */
export async function eraseCustomer(customer: Named, t: TFunction): Promise<boolean> {
  const name = calledBy(customer).trim();
  const isMeant = await confirm({
    ...{ title: t('erase.title', { name }), body: t('erase.body'), verb: t('erase.verb'), danger: true },
    typeToConfirm: name,
  });
  if (!isMeant) return false;
  const done = await call(customerEndpoints.erase, { id: customer.id }).catch(() => undefined);
  if (done === undefined) return false;
  toast.success(t('erase.done'));
  return true;
}

export async function makeBarcode(customer: Named, t: TFunction): Promise<boolean> {
  const name = calledBy(customer);
  const isMeant =
    customer.barcode === '' ||
    (await confirm({ title: t('barcode.title', { name }), body: t('barcode.body'), verb: t('barcode.verb') }));
  if (!isMeant) return false;
  const made = await call(
    customerEndpoints.addBarcode,
    { id: customer.id },
    { idempotencyKey: crypto.randomUUID() },
  ).catch(() => undefined);
  if (!made) return false;
  toast.success(t('barcode.done', { name }));
  return true;
}
